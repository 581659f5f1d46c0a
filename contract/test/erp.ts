/** Factories and their keys as the API answers them, for tests of every program. */
import type { ErpIntegration, Factory } from '../types'

export const integrationRow = (of: Partial<ErpIntegration> = {}): ErpIntegration => ({
  id: 1,
  erp: 1,
  apiAccessToken: '••••••••-key',
  problem: null,
  ...of,
})

/** A listed factory to which everything on sale is bound. */
export const factoryRow = (of: Partial<Factory> = {}): Factory => ({
  id: 1,
  name: '晨星工厂',
  createdAt: Date.UTC(2026, 10, 21, 2),
  gone: false,
  own: false,
  printSize: 'true-size',
  printProfileId: null,
  unbound: { models: 0, materials: 0, colors: 0 },
  ...of,
})
