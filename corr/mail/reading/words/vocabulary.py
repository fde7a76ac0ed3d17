"""
Words that are taken singly, whatever the language, and looked up by more than one part of the reader.

`languages/lists.toml` says what each list is for.
"""

from corr.mail.reading.words.word_lists import folded_word_set, word_set, word_sets

LABELS = folded_word_set("turns.labels")
WISHES = folded_word_set("letters.wishes")
GREETINGS = folded_word_set("letters.greetings")
REFUSING = folded_word_set("words.refusing")
OF_GAMES = word_set("words.of_games")
JUDGING = word_set("words.judging")
LITTLE = word_sets("words.little")
ALL_LITTLE = word_set("words.little")
FIRST_PERSON = word_sets("words.first_person")
