/** The sum of what an import will do, in words for the seller. Pure. */
import { countOutcomes, type PlanRow } from './plan'
import { type AreaChoices, type FoundHoles, isAwaited, rowArea } from './row-area'

/** @param enabled whether new SKUs are put on shelf at once. */
export function importSummary(
  rows: readonly PlanRow[],
  choices: AreaChoices & { readonly holes: FoundHoles },
  enabled: boolean,
): string {
  const { create, update, skip, refuse } = countOutcomes(rows)
  const areas = rows.flatMap((row) => (row.size === null ? [] : [rowArea(row, choices.holes, choices)]))
  const awaited = areas.filter((area) => isAwaited(area, choices)).length
  const withArea = areas.filter(({ area }) => area !== null).length
  return [
    ...(create > 0 ? [`新建 ${create} 组，${enabled ? '直接上架' : '先不上架'}`] : []),
    ...(update > 0 ? [`更新 ${update} 组`] : []),
    ...(areas.length > 0 ? [`${withArea === areas.length ? '都' : `${withArea} 组`}有打印区域`] : []),
    ...(skip + refuse > 0 ? [`${skip + refuse} 组不导入`] : []),
    ...(awaited > 0 ? [`还有 ${awaited} 组在看前景图`] : []),
  ].join('；')
}
