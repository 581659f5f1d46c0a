/** A seller with factories: the key saved, their lists read, and a catalogue to bind. */
import { createBrand } from '../domain/catalogue/brands'
import { createColor } from '../domain/catalogue/colors'
import { createMaterial } from '../domain/catalogue/materials'
import { createModel } from '../domain/catalogue/models'
import { listFactories } from '../domain/erp/factories'
import { createIntegration } from '../domain/erp/integrations'
import { beginFactorySync, factorySync } from '../domain/erp/sync'
import { demoFactories } from '../embedded/erps/print-factory/catalogue'
import { demoFactoryKey } from '../embedded/erps/print-factory/factory'
import type { Ctx, Deps } from '../kernel/context'
import { openTaskRunner } from './jobs'

/** The key and the factories with which the embedded program starts. */
export const embedded: { readonly key: string; readonly factories: typeof demoFactories } = {
  key: demoFactoryKey,
  factories: demoFactories,
}

/** Runs the sync tasks that are due and returns the errors that were reported. */
export async function runFactorySyncs(deps: Deps): Promise<unknown[]> {
  const reported: unknown[] = []
  const runner = await openTaskRunner(deps, [factorySync(deps)], { report: (_, error) => reported.push(error) })
  await runner.idle()
  await runner.stop()
  return reported
}

/** Connects the demo program's two factories to the seller and returns their ids; reads their lists unless `sync` is false. */
export async function withFactories(
  ctx: Ctx,
  { sync = true }: { readonly sync?: boolean } = {},
): Promise<{ readonly dongguan: number; readonly yiwu: number }> {
  await createIntegration(ctx, { erp: 1, apiAccessToken: demoFactoryKey })
  const [dongguan, yiwu] = (await listFactories(ctx)).map(({ id }) => id)
  if (dongguan === undefined || yiwu === undefined) throw new Error('the demo has two factories')
  if (sync) {
    for (const id of [dongguan, yiwu]) await beginFactorySync(ctx, id)
    await runFactorySyncs(ctx)
  }
  return { dongguan, yiwu }
}

export interface Catalogue {
  readonly brand: number
  /** Ids of iPhone 15, iPhone 15 Pro and iPhone 16. */
  readonly models: readonly [number, number, number]
  readonly material: number
  /** Ids of white and black of the material. */
  readonly colors: readonly [number, number]
  readonly otherMaterial: number
}

export async function withCatalogue(ctx: Ctx): Promise<Catalogue> {
  const brand = (await createBrand(ctx, { name: '苹果' })).id
  const model = async (name: string): Promise<number> => (await createModel(ctx, brand, { name })).id
  const material = (await createMaterial(ctx, { name: '磨砂硬壳' })).id
  const color = async (name: string): Promise<number> =>
    (await createColor(ctx, material, { name, defaultBackgroundColor: null })).id
  return {
    brand,
    models: [await model('iPhone 15'), await model('iPhone 15 Pro'), await model('iPhone 16')],
    material,
    colors: [await color('云雾白'), await color('曜石黑')],
    otherMaterial: (await createMaterial(ctx, { name: '透明软壳' })).id,
  }
}
