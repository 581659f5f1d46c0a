/** Warns every hour of API keys that end within days. */
import { tellKeyExpiries } from '../domain/api-keys/expiries'
import type { Deps } from '../kernel/context'
import type { PeriodicWork } from '../kernel/jobs'

export const apiKeyWork = (deps: Pick<Deps, 'db' | 'clock'>): PeriodicWork => ({
  name: 'tell-key-expiries',
  cron: '47 * * * *',
  run: () => tellKeyExpiries(deps),
})
