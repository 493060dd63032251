# The browser's side: included by the Makefile at the root, and usable alone (`make -f web/web.mk web-test`).
WEB := web
WEB_SETUP := $(WEB)/node_modules/.setup
WEB_BUILT := $(WEB)/extension/dist/chromium/manifest.json
WEB_SOURCES = $(shell find $(WEB)/anchoring $(WEB)/reader $(WEB)/speech $(WEB)/ui $(WEB)/api-client $(WEB)/extension -type f -not -path '*/dist/*' -not -path '*/tests/*') \
	$(wildcard models/small/*) $(wildcard models/static/*) $(wildcard models/moonshine-tiny/*) models/wordpiece/tokenizer.json

# The web app, in the Python package that serves it.
WEB_APP := src/wherein/server/webapp/index.html
WEB_APP_SOURCES = $(shell find $(WEB)/anchoring $(WEB)/reader $(WEB)/speech $(WEB)/ui $(WEB)/api-client $(WEB)/app -type f -not -path '*/tests/*')

.PHONY: web-setup web-test web-build web-clean

$(WEB_SETUP): $(WEB)/package-lock.json $(WEB)/package.json
	@command -v node >/dev/null && node -e 'process.exit(Number(process.versions.node.split(".")[0]) < 20 ? 1 : 0)' || { echo "The extension and the web app need Node.js 20 or newer; install it, then try again."; exit 1; }
	npm --prefix $(WEB) ci --no-fund --no-audit --no-update-notifier --loglevel=error
	@touch $@

web-setup: $(WEB_SETUP)

$(WEB_BUILT): $(WEB_SETUP) $(WEB_SOURCES)
	npm --prefix $(WEB) run --silent build

$(WEB_APP): $(WEB_SETUP) $(WEB_APP_SOURCES)
	npm --prefix $(WEB) run --silent build:app

web-build: $(WEB_BUILT) $(WEB_APP)

web-test: $(WEB_BUILT) $(WEB_APP)
	npm --prefix $(WEB) run --silent check
	npm --prefix $(WEB) run --silent test
	CHROMIUM="$$(node $(WEB)/tools/browser.mjs)" && export CHROMIUM && npm --prefix $(WEB) run --silent browser

web-clean:
	rm -rf $(WEB)/node_modules $(WEB)/extension/dist src/wherein/server/webapp
