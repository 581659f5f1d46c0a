import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileKind, maxPrintProfiles } from '../../../contract/constants'
import { printPresets } from '../../../contract/rules/print-profile'
import { printProfileWrite } from '../../../contract/schemas/print-profiles'
import { cmykProfile } from '../../../imaging/tiff/test/cmyk-profile'
import { type Domain, expectFailure, openDomain } from '../../test/domain'
import { storeOwnFile } from '../files/service'
import { sweepUnused } from '../files/unused'
import { printProfileHandlers } from './handlers'

const { printProfiles } = printProfileHandlers
const { profile: settings } = printPresets.maintop

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const write = (change: object = {}) => printProfileWrite.parse({ name: '一号机', settings, icc: null, ...change })

test('a seller keeps a profile with its ICC profile, changes it and deletes it', async () => {
  const ctx = await domain.seller()
  const source = Buffer.from(await cmykProfile())
  const icc = await storeOwnFile(ctx, { kind: fileKind.colorProfile, name: 'uv.icc', source })
  const made = await printProfiles.create({ body: write({ icc: { fileId: icc.id, name: 'uv.icc' } }) }, ctx)
  expect(made).toMatchObject({ name: '一号机', settings, icc: { fileId: icc.id, name: 'uv.icc', url: icc.url } })
  await sweepUnused(ctx)
  expect(await printProfiles.list({}, ctx)).toEqual([made])
  const saved = await printProfiles.save({ params: made, body: write({ name: '二号机', icc: null }) }, ctx)
  expect(saved).toMatchObject({ id: made.id, name: '二号机', icc: null })
  expect(await printProfiles.remove({ params: made }, ctx)).toEqual({ ok: true })
  expect(await printProfiles.list({}, ctx)).toEqual([])
})

test('two profiles of an account cannot have one name, and another account neither sees nor changes them', async () => {
  const [ctx, other] = [await domain.seller(), await domain.seller()]
  const made = await printProfiles.create({ body: write() }, ctx)
  await expectFailure(printProfiles.create({ body: write() }, ctx), 'invalid', 'name')
  await printProfiles.create({ body: write() }, other)
  expect(await printProfiles.list({}, other)).toHaveLength(1)
  await expectFailure(printProfiles.save({ params: made, body: write({ name: '我的' }) }, other), 'not-found')
  await expectFailure(printProfiles.remove({ params: made }, other), 'not-found')
  const icc = await storeOwnFile(other, { kind: fileKind.colorProfile, name: 'uv.icc', source: Buffer.from(await cmykProfile()) })
  const body = write({ name: '二号机', icc: { fileId: icc.id, name: 'uv.icc' } })
  await expectFailure(printProfiles.create({ body }, ctx), 'invalid', 'icc.fileId')
})

test('an account keeps so many profiles and no more', async () => {
  const ctx = await domain.seller()
  for (let number = 1; number <= maxPrintProfiles; number++) {
    await printProfiles.create({ body: write({ name: `${number} 号机` }) }, ctx)
  }
  await expectFailure(printProfiles.create({ body: write() }, ctx), 'conflict')
})

test('a file that is no ICC profile of a printer is refused in words', async () => {
  const ctx = await domain.seller()
  const store = (source: Buffer) => storeOwnFile(ctx, { kind: fileKind.colorProfile, name: 'a.icc', source })
  await expectFailure(store(Buffer.from('no profile')), 'unsupported-file')
  const cut = Buffer.from(await cmykProfile()).subarray(0, 400)
  await expectFailure(store(cut), 'unsupported-file')
})

test.each([
  ['two plates of one name', { ...settings, plates: [settings.plates[0], settings.plates[0]] }],
  ['a plate of white ink in a PNG', { ...settings, container: 'png', colors: 'rgb' }],
  ['a resolution that no printer has', { ...settings, dpi: 9 }],
  ['a name without a letter', { ...settings, plates: [{ ...settings.plates[0], name: ' ' }] }],
  ['a name of PDF itself', { ...settings, container: 'pdf', plates: [{ ...settings.plates[0], name: 'Black' }] }],
])('%s is refused', (_, wrong) => {
  expect(printProfileWrite.safeParse({ name: '一号机', settings: wrong, icc: null }).success).toBe(false)
})
