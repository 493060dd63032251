"""Lists templates without readable text: notes and citations, warnings, hatnotes, pictures, sound, navigation, layout."""

from __future__ import annotations

import re

from wherein.knowledge.importers.templates.call import Call, Rule, same


def _nothing(call: Call) -> str:
    return ""


_NAMES = """
r|rp|ref|refn|efn|efn-ua|efn-lr|efn-la|efn-ur|notetag|note|notes|note label|ref label|reflist|refbegin|refend|references|refs|notelist
|notelist-ua|notelist-lr|notelist-la|notelist-ur|notefoot|citation|cite|sfn|sfnp|sfnm|sfnmp|sfnref|harv|harvnb|harvp|harvtxt
|harvcol|harvcolnb|harvcoltxt|harvid|harvs|snf|wikicite|isbn|issn|oclc|doi|pmid|pmc|arxiv|bibcode|jstor|lccn|asin|hdl|zbl|mr|bnf
|gbooks|google books|webarchive|wayback|dead link|deadlink|dl|404|bare url inline|bare urls|cbignore|closed access|open access
|subscription required|subscription|registration required|paywall|free access|self-published inline|inconsistent citations
|citation needed|cn|fact|cb|ct|facts|citation needed span|unreferenced|unreferenced section|refimprove|more citations needed
|more citations needed section|refimprove section|no footnotes|more footnotes needed|more footnotes|one source|primary sources
|primary source inline|primary source|third-party|blp sources|blp unsourced|better source needed|better source|bsn|nonspecific
|original research|original research inline|or|synthesis inline|failed verification|fv|verification needed|verify source|vn
|verify|page needed|pn|volume needed|full citation needed|full|incomplete short citation|additional citation needed|acn
|unreliable source?|unreliable source|unreliable source inline|medical citation needed|mcn|rs?|dubious|dubious span|disputed
|disputed inline|contradict|contradictory inline|contradict-inline|clarify|clarification needed|huh|clarify span|vague|explain
|elucidate|what|who|whom|by whom|by who|according to whom|attribution needed|which|when|when?|where|why|how|how often|how many
|specify|year needed|date missing|needs update|update|update inline|update after|outdated|out of date|update section|as of?
|in title|peacock|peacock inline|weasel|weasel inline|weasel-inline|pov|pov inline|pov statement|pov section|neutrality|npov
|lopsided|undue|undue inline|tone|tone inline|advert|essay-like|cleanup|cleanup rewrite|cleanup section|copy edit|copyedit
|copy edit inline|expand section|expand language|expand|missing information|empty section|stub|section stub|in use|under construction banner
|multiple issues|multiple image|multi image|double image|triple image|image|image frame|css image crop|annotated image
|gallery|wide image|panorama|tall image|photomontage|photo montage|auto images|collage|image array|superimpose2|location map
|location map+|location map~|location map many|osm location map|maplink|mapframe|map|routemap|bs-map|bs-header|bs-table
|listen|audio|pronunciation|pronunciation-audio|speaker link|sound|sound sample|sample|audio sample|multi-listen start
|multi-listen item|multi-listen end|external media|external video|external audio|external image|video|youtube link
|ipa|ipac-en|ipac|ipa-all|ipae|ipasym|ipa link|ipa-link|ipablink|respell|usdict|respelling|pron|pron-en|enpr|ahd
|short description|shortdesc|use dmy dates|use mdy dates|use ymd dates|use american english|use british english|engvarb|engvar
|about|about-distinguish|about2|other uses|other uses2|other uses3|other people|other persons|other places|other ships|other|otheruses
|for|for2|for-multi|for multi|redirect|redirect2|redirect-distinguish|redirect-multi|redirect-several|redirect-synonym|hatnote|rellink
|main|distinguish|distinguish2|distinguish-redirect|confused|confuse|not to be confused with|main article|main articles|main list
|see|see also|seealso|see also2|further|further information|further ill|details|detail|broader|general|related|also|crossreference
|crossref|cross reference|xref|see below|see above|further2|technical reasons|correct title|italic title|italictitle|italic title prefixed
|lowercase|lowercase title|lowercase t|displaytitle|defaultsort|bots|nobots|pp|pp-move|pp-move-indef|pp-semi|pp-semi-indef|pp-protected
|pp-vandalism|pp-pc|pp-pc1|pp-30-500|pp-extended|protection padlock|sprotect|good article|ga|featured article|fa|featured list|ga icon
|featured picture|link fa|link ga|authority control|portal|portal bar|portal-inline|portal inline|portals|subject bar|commons
|commons category|commons category-inline|commonscat|commonscat-inline|commons-inline|commons and category|commons cat|commonscatinline
|wikiquote|wikiquote-inline|wikisource|wikisource author|wikisource-inline|wikisourcelang|wikibooks|wikivoyage|wikivoyage-inline
|wikiversity|wikinews|wikispecies|wikispecies-inline|wiktionary|wiktionary-inline|wiktionary pipe|wikidata|sister project links
|sister project|sister project auto|sisterlinks|sister-inline|sister|scholia|spoken wikipedia|library resources box|gutenberg author
|internet archive author|librivox author|official website|official|official url|official site|imdb title|imdb name|imdb episode
|imdb company|imdb|allmovie|amg name|allmusic|rotten tomatoes|rotten-tomatoes|metacritic|metacritic film|discogs artist|discogs master
|musicbrainz artist|twitter|facebook|instagram|youtube|linkedin|goodreads author|find a grave|c-span|curlie|dmoz|mathworld|eb1911
|1911|catholic|cite eb1911|dictionary of canadian biography|dnb|odnb|notable names database|nndb name|worldcat|worldcat id|ibdb name
|iobdb name|openlibrary author|bbc programme|tcmdb name|tcmdb title|mojo title|isfdb name|isfdb title|mobygames|ssrn|sports links
|baseballstats|footballstats|hockeydb|olympedia|fifa player|soccerbase|taxonbar|taxonids|plant|coord missing|coordinates missing
|anchor|anchors|clear|clear left|clear right|clr|-|clearleft|clearright|clear-left|stack begin|stack end|toc|toc left|toc right|toc limit
|toclimit|tocright|tocleft|toc hidden|compact toc|compacttoc|horizontal toc|toc limit3|alphanumeric toc|skip to toc|col-begin|col-2|col-3|col-4
|col-5|col-break|col-end|col-start|col begin|col end|col break|col-float|col-float-end|col-float-break|columns-start|columns-end
|div col|div col end|div col start|div end|divcol|divcol-end|multicol|multicol-break|multicol-end|colbegin|colend|top|mid|bottom|end div col
|startplainlist|endplainlist|plainlist end|plainlist begin|flatlist begin|flatlist end|startflatlist|endflatlist|end plainlist
|end flatlist|nowrap begin|nowrap end|nowrapbegin|nowrapend|wrap|glossary|glossary end|gloss|defn end
|chart|ahnentafel top
|ahnentafel bottom|collapse top|collapse bottom|cot|cob|hidden|hidden begin|hidden end|hidden top|hidden bottom|showhide|abot|end
|table|end table|s-start|s-end|s-bef|s-aft|s-ttl|s-hou|s-off|s-par|s-ach|s-reg|s-roy|s-ref|s-rel|s-mil|s-other|s-vac|s-non|s-new|s-inc|s-aca
|s-culture|s-sports|s-dip|s-legal|s-party|s-court|s-prec|s-bus|s-media|s-awards|s-civ|s-edu|s-gov|s-lit|s-nob|s-npo|s-pre|s-hon|s-break
|start box|end box|succession box|start succession box|end succession box|preceded by|succeeded by
|flagicon|flagicon image|flagdeco|flag icon|cricon|flag icon image|flagcountry icon|noflag icon|party shading/democratic|party shading/republican
|party color|party shading|party color cell|color box|colorbox|colour box|color sample|colourbox|legend color

|infobox mapframe|maplink-road|nts hidden|hs|hidden sort key|sort key|sortkey|hsk|ntsh|dtsh|number table sorting hidden
|rating legend|ntt|party name with color icon|jctint icon|icon|rint|rail icon|rail-interchange|rouge|bsicon|bsto|bssplit|ja-rail-line icon
|certification table bottom|certification table top|certification table summary
|track listing end|tracklist end
|goals icon|subon|suboff|substitution|yel|red card|yellow card|sent off|booked|injured|captain|cap icon|cruk14|football kit|kit
|navbox|navboxes|navbar|navbox with collapsible groups|sidebar|campaign|succession|authority|persondata|metadata|refideas
|dynamic list|dynamiclist|incomplete list|incomplete|inc-list|inclist|complete list|list missing|static list|further reading cleanup
|underlinked|orphan|dead end|notability|too few opinions|coi|blp|blp sources section|recentism|current|current event|current sport
|recent death|globalize|globalize section|more|lead too short|lead too long|lead rewrite|long plot|very long|too long|technical|confusing
|confusing section|confusing inline|unclear|jargon|jargon inline|overly detailed|prose|in-universe|fiction|plot|no plot|trivia|in popular culture
|disambiguation needed|dn|disambiguation cleanup|self-reference|selfref|transcluded|void|null|comment|not typo
|no spam icon|emoji presentation|contains special characters|special characters|contains chinese text|contains japanese text
|contains korean text|contains indic text|inflation-fn|inflation/fn|inflation-year|inflation fn|as of inflation|rp2|page number
|sup note|snd note|cref|cref2|cnote|cnote2|cnote2 begin|cnote2 end|fnb|fn|fnt|ref supports2|refspan|ref group|group ref|explanatory
|unsigned|db|prod|proposed deletion|proposed deletion/dated|afd|article for deletion/dated|merge|merge to|merge from|split|split section
|move|requested move notice|copypaste|close paraphrasing|dyk|pagebanner|quickbar|geodata
"""  # fmt: skip
_CITES = (
    r"cite .*|citation .*|[\w-]* ?ref ?(?:name|list|s).*|harv\w*|sfn\w*|efn.*|r/.*|webarchive.*"
)
_STUBS = r".*[ -]stubs?|stub-.*"
_DATED = r"use (?:\w+ )+(?:english|dates)|pp-.*|engvar.*|good article.*|featured .*"
_SOUND = r"ipa[a-z]*(?:[- ].*)?|audio[- ].*|listen.*|multi-listen.*|pronunciation.*"
_LAYOUT = r"navbox .*|.* navbox|.* sidebar|.* topics|.*-geo-stub|campaignbox .*|s-\w+|col-.*|toc .*|location map.*|bs\d?.*-\d?|bs-.*|routemap.*|.*/image|.* icon"
_SITES = r"(?:imdb|allmusic|allmovie|discogs|musicbrainz|commons|wikisource|wikiquote|wikivoyage|sister|goodreads|worldcat|tcmdb|ibdb)[ -].*|.* (?:id|website|link template)"
_WARNINGS = r".* (?:needed|inline|missing|section stub)|more .* needed.*|blp .*|cleanup.*|lead .*|unreferenced.*|pov-.*|expand .*|.*-inline"

RULES: dict[str, Rule] = same(_nothing, _NAMES)
RULES.pop("gloss")
FAMILIES: tuple[tuple[re.Pattern[str], Rule], ...] = tuple(
    (re.compile(pattern), _nothing)
    for pattern in (_CITES, _STUBS, _DATED, _SOUND, _LAYOUT, _SITES, _WARNINGS)
)
