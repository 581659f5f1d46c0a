/** Shared assertion of tests of downloads: what the saved archives hold. */
import { expect } from 'vitest'
import { withDpi } from '../../../contract/ground/picture-dpi'
import { summaryName, workbookName } from '../names'
import { type DownloadDouble, pictureBytes } from './download-double'

/** Resolution of 800×1600 px printed at 70×140 mm. */
const printedDpi = (800 / 70) * 25.4

/** Expects that the saved archives hold the tables and each picture once, with its resolution, except those that are missing. */
export async function expectWhole(double: DownloadDouble, missing: readonly number[] = []): Promise<void> {
  const files = await double.unpacked()
  for (const { customizationId, shopId, orderOriginalId } of double.pictures) {
    const path = `店${shopId}/${500 + customizationId}_苹果-iPhone 15-硅胶-黑_${orderOriginalId}_1_01_定制1张.png`
    if (missing.includes(customizationId)) expect(files.has(path), path).toBe(false)
    else
      expect(files.get(path), path).toEqual(
        new Uint8Array(await new Blob([...withDpi('image/png', pictureBytes(customizationId), printedDpi)]).arrayBuffer()),
      )
  }
  expect(files.has(summaryName)).toBe(true)
  expect(files.has(workbookName)).toBe(true)
  expect(files.size).toBe(double.pictures.length - missing.length + 2)
}
