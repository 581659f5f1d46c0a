/**
 * Service worker of the buyers' page: keeps the page with its scripts and styles, so that it opens again without a network. The server
 * is always asked for the page first. The page itself keeps the design, and the browser's own cache the pictures, until their
 * addresses expire.
 */
import { openPageCache } from '../adapters/storage/page-cache'

/** The used part of a service worker's events; the library of types for windows does not have them. */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request
  respondWith(reply: Promise<Response>): void
}

/** Every link has the same page. */
const page = '/customize/'
const cacheName = 'kejiang.buyer.page'
const openCache = () => openPageCache(cacheName)

/** Keeps a page with the files that it names, also those that it loads later; those of an earlier build are dropped. */
async function keepPage(reply: Response): Promise<void> {
  const cache = await openCache()
  const html = await reply.clone().text()
  if ((await (await cache.match(page))?.text()) === html) return
  const files = [...html.matchAll(/(?:src|href|content)="?(\/assets\/[^"\s>]+)/g)].flatMap(([, file]) => file ?? [])
  for (const { url } of await cache.keys()) if (!files.includes(new URL(url).pathname)) await cache.delete(url)
  await cache.addAll(files)
  await cache.put(page, reply)
}

const isPage = (reply: Response): boolean => reply.ok && (reply.headers.get('content-type') ?? '').startsWith('text/html')

async function answerPage(event: FetchEvent): Promise<Response> {
  try {
    const reply = await fetch(event.request)
    // When the phone has no space to keep the page, it still shows it.
    if (isPage(reply)) event.waitUntil(keepPage(reply.clone()).catch(() => undefined))
    return reply
  } catch (cause) {
    const kept = await (await openCache()).match(page)
    if (!kept) throw cause
    return kept
  }
}

/** The name of a file of the build contains a hash of it, so a kept one is never too old. */
async function answerFile({ request }: FetchEvent): Promise<Response> {
  const kept = await (await openCache()).match(request)
  return kept ?? fetch(request)
}

self.addEventListener('install', (event) => {
  const keep = async () => {
    const reply = await fetch(page)
    if (isPage(reply)) await keepPage(reply)
  }
  ;(event as WorkerEvent).waitUntil(keep())
})

self.addEventListener('fetch', (event) => {
  const asked = event as FetchEvent
  const { method, mode, url } = asked.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== location.origin) return
  if (mode === 'navigate') asked.respondWith(answerPage(asked))
  else if (pathname.startsWith('/assets/')) asked.respondWith(answerFile(asked))
})
