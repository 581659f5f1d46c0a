import { describe, expect, test } from 'vitest'
import { maxLayers } from '../../contract/constants'
import type { Shape } from '../../contract/rules/appearance'
import { openDesign } from '../test/driver'
import { docOf, image } from '../test/make'
import { backgroundText, setBackground } from './background'
import { tooManyLayers } from './layers'

/** A background that was chosen from the library and not changed. */
const stored = { isBackground: true, isUserUploadImage: false } as const
const disc: Shape = { form: { kind: 'ellipse' }, fill: { kind: 'solid', color: '#3d7eff' }, border: null }
const added = { added: image('new') }
const kept = { becomes: ['new, background', 'old', 'a'], notice: backgroundText.kept }
const replaced = { becomes: ['new, background', 'a'], notice: backgroundText.replaced }

describe.each([
  { from: 'the design', args: { uuid: 'new' }, others: [image('new')], former: 'of the seller', old: {}, ...kept },
  { from: 'the design', args: { uuid: 'new' }, others: [image('new')], former: 'of the library', old: stored, ...kept },
  { from: 'the library', args: added, others: [], former: 'of the seller', old: {}, ...kept },
  { from: 'the library', args: added, others: [], former: 'of the library', old: stored, ...replaced },
  { from: 'the library', args: added, others: [], former: 'hidden', old: { ...stored, hidden: true }, ...kept },
  { from: 'the library', args: added, others: [], former: 'mirrored', old: { ...stored, horizontalFlip: true }, ...kept },
  { from: 'the library', args: added, others: [], former: 'upside down', old: { ...stored, verticalFlip: true }, ...kept },
  {
    from: 'the library',
    args: added,
    others: [],
    former: 'half opaque',
    old: { ...stored, appearance: { opacity: 0.5 } },
    ...kept,
  },
  { from: 'the library', args: added, others: [], former: 'a shape', old: { ...stored, shape: disc }, ...kept },
  {
    ...{ from: 'the library', args: added, others: [], former: 'with a rule of layout' },
    ...{ old: { ...stored, layoutRule: { scaling: 'keep' as const } }, ...kept },
  },
  { from: 'a buyer', args: { ...added, replacesAny: true }, others: [], former: 'of the seller', old: {}, ...replaced },
])('a background from $from in place of one that is $former', ({ args, others, old, becomes, notice }) => {
  const facts = (seller: ReturnType<typeof openDesign>) =>
    seller.doc().layers.map(({ uuid, isBackground }) => (isBackground ? `${uuid}, background` : uuid))

  test('the new background leaves or replaces the former one in one step of undo', () => {
    const seller = openDesign(docOf(image('old', { isBackground: true, ...old }), image('a'), ...others))
    const before = facts(seller)
    seller.run(setBackground, args)
    expect(facts(seller)).toEqual(becomes)
    expect([seller.selection(), seller.notice()]).toEqual([['new'], notice])
    seller.undo()
    expect(facts(seller)).toEqual(before)
  })

  test('a new background does not replace a locked one', () => {
    const seller = openDesign(docOf(image('old', { isBackground: true, locked: true, ...old }), ...others))
    const before = facts(seller)
    expect(seller.run(setBackground, args)).toMatchObject({ ok: false, message: backgroundText.locked })
    expect(facts(seller)).toEqual(before)
  })
})

test('a full design keeps its background when another one would be a layer too many', () => {
  const layers = Array.from({ length: maxLayers - 1 }, (_, index) => image(`layer ${index}`))
  const doc = docOf(image('old', { isBackground: true }), ...layers)
  expect(setBackground.run(doc, added)).toEqual({ ok: false, message: tooManyLayers })
})
