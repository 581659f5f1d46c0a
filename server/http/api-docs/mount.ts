/** Serves the description of the API to everybody: it holds nothing of any account, and the plugin's own files name the same routes. */
import { contract } from '../../../contract/contract'
import { routes } from '../../../contract/routes'
import { eventBodies } from '../../../contract/schemas/webhook-events'
import type { App, HttpDeps } from '../environment'
import { openApiDocument } from './document'
import examples from './examples.json' with { type: 'json' }
import { docsPage, docsStyleHash } from './page'

const documentPath = '/api/openapi.json'
const pagePath = '/api/docs'

const policy = `default-src 'none'; style-src 'sha256-${docsStyleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export function mountApiDocs(app: App, { publicUrl }: Pick<HttpDeps, 'publicUrl'>): void {
  const document = openApiDocument({ contract, routes, examples, events: eventBodies, version: '1' })
  const pages = new Map<string, string>()
  app.get(documentPath, (c) => c.json(document))
  app.get(pagePath, (c) => {
    const origin = publicUrl === '' ? new URL(c.req.url).origin : publicUrl
    // A few origins at most name one server; whoever invents more gets a page that is written anew.
    const page = pages.get(origin) ?? docsPage(document, contract, routes, origin)
    if (pages.size < 10) pages.set(origin, page)
    c.header('Content-Security-Policy', policy)
    return c.html(page)
  })
}
