import type { App, HttpDeps } from './environment'

/** What /readyz asks: each rejects with its cause. */
export interface Checks {
  readonly database: () => Promise<void>
  readonly storage: () => Promise<void>
}

const checkMs = 5_000
/** Anyone may ask: the storage is written and read for the first of those who ask within this time. */
const keptMs = 10_000

/** One check for all who ask while it runs and a while after; a failed one is asked anew. */
function shared(check: () => Promise<void>): () => Promise<void> {
  let last: { readonly work: Promise<void>; readonly until: number } | undefined
  return () => {
    if (last && performance.now() < last.until) return last.work
    const mine = { work: check(), until: performance.now() + keptMs }
    last = mine
    mine.work.catch(() => {
      if (last === mine) last = undefined
    })
    return mine.work
  }
}

/** /healthz: the process answers. /readyz: it can also do its work; 503 names the part that cannot. */
export function mountHealth(app: App, { settings }: Pick<HttpDeps, 'settings'>, checks: Checks): void {
  const parts: Checks = { database: checks.database, storage: shared(checks.storage) }
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/readyz', async (c) => {
    const results = await Promise.all(
      Object.entries(parts).map(async ([name, check]: [string, () => Promise<void>]) => {
        try {
          await withinTime(check())
          return [name, 'ok'] as const
        } catch (error) {
          settings.log.error(`readyz: ${name}`, error)
          return [name, 'failed'] as const
        }
      }),
    )
    const ok = results.every(([, state]) => state === 'ok')
    return c.json({ ok, ...Object.fromEntries(results) }, ok ? 200 : 503)
  })
}

async function withinTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${checkMs} ms`)), checkMs)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
