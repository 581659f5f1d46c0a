import type { Parts } from '../infra/parts'
import type { App, HttpDeps } from './environment'

/** The checks of a process that /readyz reads. */
export interface Checks {
  /** Rejects with the cause when the database does not answer: this process cannot serve then. */
  readonly database: () => Promise<void>
  /** Reported beside it. Processes share them, and none serves better without the others, so readiness does not depend on them. */
  readonly parts: Parts
  /** Whether this process ends, and a proxy should send it nothing more. */
  readonly isStopping?: () => boolean
  /** Whether the operator maintains the installation: it can be read, so it is ready. */
  readonly isMaintained?: () => boolean
}

/**
 * Mounts /healthz (the process responds) and /readyz: 200 while this process can serve requests, with the state of everything that it
 * uses. Causes are for the operator, and neither address names them.
 */
export function mountHealth(app: App, { settings }: Pick<HttpDeps, 'settings'>, checks: Checks): void {
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/readyz', async (c) => {
    const database = await checks.database().then(
      () => true,
      (error: unknown) => {
        settings.log.error('readyz: database', error)
        return false
      },
    )
    const stopping = checks.isStopping?.() === true
    const parts = Object.entries(checks.parts).map(([name, report]) => [name, report().state] as const)
    const ok = database && !stopping
    const body = {
      ok,
      database: database ? 'ok' : 'failed',
      ...Object.fromEntries(parts),
      ...(stopping ? { stopping } : {}),
      ...(checks.isMaintained?.() ? { maintenance: true } : {}),
    }
    return c.json(body, ok ? 200 : 503)
  })
}
