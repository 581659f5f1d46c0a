/** Looks every minute which shops' orders are to be synced by themselves. */
import { beginDueSyncs } from '../domain/orders/automatic-sync'
import type { Deps } from '../kernel/context'
import type { PeriodicWork } from '../kernel/jobs'

export const orderSyncWork = (deps: Deps, everyMinutes: number): PeriodicWork => ({
  name: 'sync-orders',
  cron: '* * * * *',
  // The syncs ask the marketplace, whose quota a copy would use up beside the original.
  actsOutside: true,
  run: async () => void (await beginDueSyncs(deps, everyMinutes * 60_000)),
})
