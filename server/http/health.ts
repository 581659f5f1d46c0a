import type { App, HttpDeps } from './environment'

/** What /readyz asks: each rejects with its cause. */
export interface Checks {
  readonly database: () => Promise<void>
  readonly storage: () => Promise<void>
}

const checkMs = 5_000

/** /healthz: the process answers. /readyz: it can also do its work; 503 names the part that cannot. */
export function mountHealth(app: App, { settings }: Pick<HttpDeps, 'settings'>, checks: Checks): void {
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/readyz', async (c) => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]: [string, () => Promise<void>]) => {
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
