/** Examines every picture before it is sent: whether it exists, is not blank, and is sharp enough for its printed size. */
import type { PrintSize } from '../../../../contract/constants'
import { mouldText, printedArea } from '../../../../contract/rules/mould-size'
import { caseFindings, type FindingRule, findingRules, pictureFindings } from '../../../../contract/rules/preflight'
import type { Millimetres } from '../../../../contract/rules/print-resolution'
import type { Ctx } from '../../../kernel/context'
import { seePictures } from '../../orders/picture-analysis'
import type { FactoryCase } from './factory-cases'
import { type Line, type Note, ofLine } from './lines'

/** Time limit for examining all pictures of an order, ms. */
const limitMs = 60_000

const unknown: Millimetres = { widthMm: null, heightMm: null }

/** Size in millimetres at which a case is printed; `size` is the seller's choice for the factory. */
export const printedSize = ({ customization }: Line, factoryCase: FactoryCase | undefined, size: PrintSize): Millimetres =>
  printedArea(customization, factoryCase?.model ?? unknown, size)

/** Findings grouped by their consequence for a push, in the order of the lines. */
export type Judged = Readonly<Record<FindingRule['push'], readonly Note[]>>

export async function judgeDesigns(
  ctx: Ctx,
  lines: readonly Line[],
  cases: ReadonlyMap<Line, FactoryCase>,
  size: PrintSize,
): Promise<Judged> {
  const sources = lines.map(({ stored }) => ({
    customizationId: stored.id,
    url: stored.url,
    fileId: stored.storage_key === null ? null : stored.file_id,
    storageKey: stored.storage_key,
  }))
  const seen = await seePictures(ctx, sources, limitMs)
  const judged = { refused: [] as Note[], asked: [] as Note[], told: [] as Note[] }
  for (const line of lines) {
    const factoryCase = cases.get(line)
    const picture = seen.get(line.stored.id)
    const area = { name: factoryCase ? '印刷区域' : '手机壳', ...printedSize(line, factoryCase, size) }
    const findings = [...caseFindings(line.item, line.customization), ...(picture ? pictureFindings(picture, area) : [])]
    for (const { code, text } of findings) judged[findingRules[code].push].push(ofLine(line, text, code))
    const differs = factoryCase && mouldText(line.customization, factoryCase.model, size)
    if (differs) judged.told.push(ofLine(line, differs))
  }
  return judged
}
