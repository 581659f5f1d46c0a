/** The sum of what an import will do, in words for the seller. Pure. */
import type { CheckRow } from './check-rows'
import { countOutcomes } from './plan'

/** @param enabled whether new SKUs are put on shelf at once. */
export function importSummary(rows: readonly CheckRow[], enabled: boolean): string {
  const { create, update, skip, refuse } = countOutcomes(rows)
  const sent = rows.filter(({ size }) => size !== null)
  const count = (has: (row: CheckRow) => boolean) => sent.filter(has).length
  const share = (having: number, what: string) => `${having === sent.length ? '都' : `${having} 组`}有${what}`
  const awaited = count(({ isAwaited }) => isAwaited)
  const invalid = count(({ mm }) => mm.isInvalid)
  return [
    ...(create > 0 ? [`新建 ${create} 组，${enabled ? '直接上架' : '先不上架'}`] : []),
    ...(update > 0 ? [`更新 ${update} 组`] : []),
    ...(sent.length > 0
      ? [
          share(
            count(({ area }) => area.area !== null),
            '打印区域',
          ),
        ]
      : []),
    ...(sent.length > 0
      ? [
          share(
            count(({ mm }) => mm.widthMm !== null),
            '毫米',
          ),
        ]
      : []),
    ...(skip + refuse > 0 ? [`${skip + refuse} 组不导入`] : []),
    ...(awaited > 0 ? [`还有 ${awaited} 组在看前景图`] : []),
    ...(invalid > 0 ? [`${invalid} 组的毫米看不懂，请改好`] : []),
  ].join('；')
}
