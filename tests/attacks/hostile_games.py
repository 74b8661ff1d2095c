"""Games whose texts are markup, as an attacker might write them to run code in a browser."""

from gamesolver import Game, Value

ATTACK = "<script>document.title='run'</script>"
PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 width="90" height="30" onload="document.title='run'" style="background:url(http://elsewhere/a)">
<script>document.title='run'</script>
<style>* { fill: url(http://elsewhere/b) }</style>
<foreignObject><img src="x" onerror="document.title='run'"/></foreignObject>
<image href="http://elsewhere/c.png"/>
<use xlink:href="http://elsewhere/d.svg#e"/>
<a href="javascript:document.title='run'"><rect width="10" height="10"/></a>
<rect id="main" width="30" height="30" onclick="document.title='run'" data-move="MOVE"
 fill="url(http://elsewhere/f)" stroke="url(#main)"/>
<text x="40" y="20">TEXT</text>
<animate attributeName="href" values="javascript:document.title='run'"/>
</svg>"""


class Attack(Game[int, int]):
    """Each text of this game is markup; take one or two of four, and the last one wins."""

    seats = (f"first{ATTACK}", '"><img src=x onerror=alert(1)>')

    def start(self):
        return 4

    def moves(self, position):
        return [take for take in (1, 2) if take <= position]

    def play(self, position, move):
        return position - move

    def terminal_value(self, position):
        return Value.LOSS if position == 0 else None

    def format(self, position):
        return f"{ATTACK}{position}"

    def parse(self, text):
        return int(text.removeprefix(ATTACK))

    def format_move(self, move):
        return f"'\"><b onmouseover=alert(1)>{move}</b>&amp;"

    def render(self, position):
        return f"</pre>{ATTACK}{'|' * position}"


class PicturedAttack(Attack):
    """Variant with a picture."""

    def svg(self, position):
        move = self.format_move(1).replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
        text = ATTACK.replace("<", "&lt;")
        return PICTURE.replace("MOVE", move).replace("TEXT", text)


class SeatedAttack(PicturedAttack):
    """Variant with players, so that their names are shown: player 1 moves at odd numbers."""

    def player(self, position):
        return position % 2
