/** Examines every picture before it is sent: whether it exists, is not blank, and is sharp enough for its printed size. */
import type { PrintSize } from '../../../../contract/constants'
import { mouldText, printedArea } from '../../../../contract/rules/mould-size'
import {
  caseFindings,
  type FindingRule,
  findingRules,
  pictureFindings,
  stateFindings,
} from '../../../../contract/rules/preflight'
import type { Millimetres, Pixels } from '../../../../contract/rules/print-resolution'
import type { Ctx } from '../../../kernel/context'
import { examinePictures } from '../../orders/picture-analysis'
import type { FactoryCase } from './factory-cases'
import { findingOfLine, type PushFinding, type PushLine } from './lines'

/** Time limit for examining all pictures of an order, ms. */
const limitMs = 60_000

const unknownSize: Millimetres = { widthMm: null, heightMm: null }

/** Size in millimetres at which a case is printed; `size` is the seller's choice for the factory. */
export const printedSize = ({ customization }: PushLine, factoryCase: FactoryCase | undefined, size: PrintSize): Millimetres =>
  printedArea(customization, factoryCase?.model ?? unknownSize, size)

/** Findings grouped by their consequence for a push, in the order of the lines. */
export interface DesignFindings extends Readonly<Record<FindingRule['push'], readonly PushFinding[]>> {
  /** The pictures that could be read, by customization. */
  readonly pictures: ReadonlyMap<number, Pixels>
}

const standardCaseText =
  '的线框图还是标准线框：圆角和摄像头位置是估计的。请用工厂的模具或样壳比对，一致就到 材质与线框图 › 手机壳线框图 点“已核对”'

const caseKey = ({ customization }: PushLine): string => `${customization.phoneModelId}-${customization.phoneCaseMaterialColorId}`

/** Returns the keys of the lines' cases whose wireframe is now a standard one that the seller has not checked yet. */
async function findStandardCases({ db, actor }: Ctx, lines: readonly PushLine[]): Promise<Set<string>> {
  const skus = await db
    .selectFrom('sku')
    .innerJoin('wireframe', 'wireframe.id', 'sku.wireframe_id')
    .select(['sku.phone_model_id', 'sku.material_color_id'])
    .where('sku.account_id', '=', actor.accountId)
    .where('wireframe.account_id', '=', actor.accountId)
    .where('wireframe.standard', 'is not', null)
    .where('sku.phone_model_id', 'in', [0, ...lines.flatMap(({ customization }) => customization.phoneModelId ?? [])])
    .execute()
  return new Set(skus.map(({ phone_model_id, material_color_id }) => `${phone_model_id}-${material_color_id}`))
}

export async function checkDesigns(
  ctx: Ctx,
  lines: readonly PushLine[],
  cases: ReadonlyMap<PushLine, FactoryCase>,
  size: PrintSize,
): Promise<DesignFindings> {
  const sources = lines.map(({ storedCase }) => ({
    customizationId: storedCase.id,
    url: storedCase.url,
    fileId: storedCase.storage_key === null ? null : storedCase.file_id,
    storageKey: storedCase.storage_key,
  }))
  const examined = await examinePictures(ctx, sources, limitMs)
  const standardCases = await findStandardCases(ctx, lines)
  const byConsequence = { refused: [] as PushFinding[], confirm: [] as PushFinding[], noted: [] as PushFinding[] }
  for (const line of lines) {
    const factoryCase = cases.get(line)
    const picture = examined.get(line.storedCase.id)
    const area = { name: factoryCase ? '印刷区域' : '手机壳', ...printedSize(line, factoryCase, size) }
    const findings = [
      ...stateFindings(line.item),
      ...caseFindings(line.item, line.customization),
      ...(picture ? pictureFindings(picture, area) : []),
    ]
    for (const { code, text } of findings) byConsequence[findingRules[code].push].push(findingOfLine(line, text, code))
    const mouldDifference = factoryCase && mouldText(line.customization, factoryCase.model, size)
    if (mouldDifference) byConsequence.noted.push(findingOfLine(line, mouldDifference))
    // Once for each case of the order, whatever the number of its designs.
    if (standardCases.delete(caseKey(line))) byConsequence.noted.push(findingOfLine(line, standardCaseText))
  }
  const pictures = new Map([...examined].flatMap(([id, seen]) => (seen.kind === 'seen' ? [[id, seen] as const] : [])))
  return { ...byConsequence, pictures }
}
