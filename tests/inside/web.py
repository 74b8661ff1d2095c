"""The explorer from inside: addresses, views and what guards them, without a server."""

from gamesolver.web import addresses, api, packed_page, serving
from gamesolver.web.access import Guard
from gamesolver.web.addresses import Place, Wishes, read_place
from gamesolver.web.history import MIDDLE, history
from gamesolver.web.last_move import marked
from gamesolver.web.opponents import choice, in_words, offered
from gamesolver.web.pages import read_asset
from gamesolver.web.proof_pages import ProofPages
from gamesolver.web.proof_views import ProofViews
from gamesolver.web.views import KEPT_THE_TURN, MOST_ANSWERS, Views, heading
