"""Options of the tests."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="the slow tests too, with all their positions")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--all"):
        return
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="takes minutes: --all"))


@pytest.fixture
def everything(request):
    """Whether to take all positions rather than a sample."""
    return request.config.getoption("--all")


def pytest_generate_tests(metafunc):
    """Long runs are in parts, so that one may be run by itself: `-k "mates and 3"`."""
    if "part" in metafunc.fixturenames:
        metafunc.parametrize("part", range(10) if metafunc.config.getoption("--all") else [0])
