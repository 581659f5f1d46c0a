/** Records what a page requests, for tests that count requests. */
import type { Page } from 'playwright-core'

interface SentRequest {
  readonly path: string
  /** Empty where there is none. */
  readonly body: string
}

/** Returns a growing list of the page's requests from now on with this method whose path begins with `path`. */
export function recordRequests(page: Page, method: string, path: string): readonly SentRequest[] {
  const requests: SentRequest[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === method && pathname.startsWith(path))
      requests.push({ path: pathname, body: request.postData() ?? '' })
  })
  return requests
}
