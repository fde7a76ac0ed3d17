"""What tests of pages stand on: making an application takes longer than most of them, so that they share one."""

from tests.web.browsing import Site


def test_sites_with_equal_settings_share_an_application(site: Site) -> None:
    other = Site(site.room)

    assert other.settings is not site.settings
    assert other.browser().client.application is site.browser().client.application
