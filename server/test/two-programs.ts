/** A seller of a shop whose orders can be pushed to factories of two programs, of which the second takes cancellations. */

import { listFactories } from '../domain/erp/factories'
import { createIntegration } from '../domain/erp/integrations'
import { beginFactorySync } from '../domain/erp/sync'
import type { Ctx } from '../kernel/context'
import type { Domain } from './domain'
import { runFactorySyncs } from './factories'
import { openPushShop } from './push-shop'
import { openSecondErp, secondKey, secondKind, secondMaterial, secondModel } from './second-erp'

export async function openTwoPrograms(domain: Domain) {
  const shop = await openPushShop(domain)
  const second = openSecondErp()
  const ctx: Ctx = { ...shop.ctx, erps: { ...shop.ctx.erps, [secondKind]: second.erp }, publicUrl: 'https://case.example.com' }
  await createIntegration(ctx, { erp: secondKind, key: secondKey })
  const secondFactory = (await listFactories(ctx)).find(({ name }) => name === '合印云一厂')?.id ?? 0
  await beginFactorySync(ctx, secondFactory)
  await runFactorySyncs(ctx)
  await shop.bindModel(secondFactory, shop.model.id, secondModel)
  await shop.bindMaterial(secondFactory, shop.material.id, secondMaterial, secondMaterial)
  return { ...shop, ctx, second, factories: { ...shop.factories, second: secondFactory } }
}

export type TwoPrograms = Awaited<ReturnType<typeof openTwoPrograms>>
