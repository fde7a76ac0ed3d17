"""What Corr is called where Python's packages are installed, and in which version it is."""

from importlib import metadata

from corr.errors import ConfigError

NAME = "corr-server"
"""On the public index `corr` is another project, which has nothing to do with this one."""
_FORMER_NAME = "corr"


def version() -> str:
    """The version that runs."""
    return metadata.version(NAME)


def check_installed_once() -> None:
    """
    Check that nothing is installed under the former name as well: the files of the two would overwrite each other.

    :raises ConfigError: something is.
    """
    try:
        for name in (NAME, _FORMER_NAME):
            metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return
    raise ConfigError(
        f"Two packages that share their files are installed here: {NAME}, which is Corr, and {_FORMER_NAME}, which is "
        f"an old version of it or another project. Remove both with “pip uninstall {_FORMER_NAME} {NAME}”, then "
        f"install {NAME} again."
    )
