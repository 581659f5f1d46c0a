import type { App, HttpDeps } from './environment'

/** Checks of /readyz; each rejects with its cause. */
export interface Checks {
  readonly database: () => Promise<void>
  readonly storage: () => Promise<void>
}

const checkMs = 5_000
/** Time for which the result of the storage check is reused, ms: anybody may call /readyz, and the check writes and reads. */
const reuseMs = 10_000

/** Shares one running or recent check among callers; a failed check is repeated at the next call. */
function shareRuns(check: () => Promise<void>): () => Promise<void> {
  let last: { readonly work: Promise<void>; readonly until: number } | undefined
  return () => {
    if (last && performance.now() < last.until) return last.work
    const current = { work: check(), until: performance.now() + reuseMs }
    last = current
    current.work.catch(() => {
      if (last === current) last = undefined
    })
    return current.work
  }
}

/** Mounts /healthz (the process responds) and /readyz (its database and storage work; 503 names the parts that do not). */
export function mountHealth(app: App, { settings }: Pick<HttpDeps, 'settings'>, checks: Checks): void {
  const parts: Checks = { database: checks.database, storage: shareRuns(checks.storage) }
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
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${checkMs} ms`)), checkMs)
  })
  try {
    await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
