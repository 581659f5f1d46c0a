/** Follows which texts of an artboard stay texts during an import, and says it in the report. */
import type { ImageLayer, TextLayer } from '../../../design/model/types'
import { textReport } from '../../../imaging/psd/report'
import type { OpenPsd, PsdLayer } from '../../../imaging/psd/types'
import type { Mapping } from './placement'
import type { PsdTexts } from './text-layers'

type Report = ReturnType<OpenPsd['report']>

export interface KeptTexts {
  /** Returns the text that a layer stays; null when its picture is imported. */
  textFor(source: PsdLayer, layer: ImageLayer): Promise<TextLayer | null>
  /** Returns the report of the artboard with what became of its texts. */
  withTexts(report: Report): Report
}

/** @param texts absent where all texts become pictures. */
export function keepTexts(texts: PsdTexts | undefined, mapping: Mapping): KeptTexts {
  /** Why a text became pixels, or null where it stayed text, by the index of its entry in the report. */
  const reasons = new Map<number, string | null>()
  return {
    async textFor(source, layer) {
      const entry = source.text?.report ?? null
      if (texts === undefined || entry === null) return null
      const outcome = await texts.convert(source, layer, mapping)
      reasons.set(entry, 'layer' in outcome ? null : outcome.reason)
      return 'layer' in outcome ? outcome.layer : null
    },
    withTexts: (report) =>
      report.map((entry, index) => {
        const reason = reasons.get(index)
        return reason === undefined ? entry : textReport(entry, reason)
      }),
  }
}
