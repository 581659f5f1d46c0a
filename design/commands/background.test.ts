import { describe, expect, test } from 'vitest'
import { openDesign } from '../test/driver'
import { docOf, image } from '../test/make'
import { backgroundText, setBackground } from './background'

describe.each([
  {
    from: 'the library',
    args: { added: image('new') },
    others: [],
    becomes: ['new, background', 'a'],
    notice: backgroundText.replaced,
  },
  {
    from: 'the design',
    args: { uuid: 'new' },
    others: [image('new')],
    // It clears the former one's flag, and no layer of the seller goes.
    becomes: ['new, background', 'old', 'a'],
    notice: backgroundText.kept,
  },
])('a background from $from', ({ args, others, becomes, notice }) => {
  const facts = (seller: ReturnType<typeof openDesign>) =>
    seller.doc().layers.map(({ uuid, isBackground }) => (isBackground ? `${uuid}, background` : uuid))

  test('a new background takes the place of the previous one in one step', () => {
    const seller = openDesign(docOf(image('old', { isBackground: true }), image('a'), ...others))
    const before = facts(seller)
    seller.run(setBackground, args)
    expect(facts(seller)).toEqual(becomes)
    expect([seller.selection(), seller.notice()]).toEqual([['new'], notice])
    seller.undo()
    expect(facts(seller)).toEqual(before)
  })

  test('a new background does not replace a locked one', () => {
    const seller = openDesign(docOf(image('old', { isBackground: true, locked: true }), ...others))
    const before = facts(seller)
    expect(seller.run(setBackground, args)).toMatchObject({ ok: false, message: backgroundText.locked })
    expect(facts(seller)).toEqual(before)
  })
})
