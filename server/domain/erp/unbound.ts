/** Counts models, materials and colours on sale that cannot be ordered at a factory yet, because no code of the factory is bound to them. */
import { sql } from 'kysely'
import type { Factory } from '../../../contract/types'
import type { Ctx } from '../../kernel/context'
import { ownFloorKind } from '../print-floor/own-factory'

/** Returns for each factory of the account how many models, materials and colours of SKUs on shelf are not bound. */
export async function countUnboundOnSale({ db, actor }: Ctx): Promise<ReadonlyMap<number, Factory['unbound']>> {
  const { rows } = await sql<Factory['unbound'] & { id: number }>`
    select factory.id,
      count(distinct sku.phone_model_id) filter (where model.code is null)::int as models,
      count(distinct sku.material_id) filter (where material.original_id is null)::int as materials,
      -- Where a factory does not tell the colours of a material apart, there is nothing to bind.
      count(distinct sku.material_color_id) filter (where jsonb_array_length(material.colors) > 0 and not exists (
        select from jsonb_array_elements(material.colors) listed where listed ->> 'originalId' = color.original_id))::int as colors
    from factory
    -- The own print floor names cases by the catalogue's ids.
    join erp_integration integration on integration.id = factory.integration_id and integration.erp <> ${ownFloorKind}
    left join sku on sku.account_id = factory.account_id and sku.enabled
    left join factory_model_binding model_binding
      on model_binding.factory_id = factory.id and model_binding.phone_model_id = sku.phone_model_id
    left join factory_phone_model model
      on model.factory_id = factory.id and model.code = model_binding.code and model.gone_since is null
    left join factory_material_binding material_binding
      on material_binding.factory_id = factory.id and material_binding.material_id = sku.material_id
    left join factory_material material
      on material.factory_id = factory.id and material.original_id = material_binding.original_id and material.gone_since is null
    left join factory_color_binding color
      on color.factory_id = factory.id and color.material_color_id = sku.material_color_id
    where factory.account_id = ${actor.accountId}
    group by factory.id`.execute(db)
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}
