/** The buyers' page names each photo and text that a template asks for as the seller named its layer. */
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { text } from '../design/test/make'
import { openSession } from './design-session'
import { Editor } from './editor'
import { designOf, openLink } from './test/make'

const nothing = () => undefined

test('a named text is called so, another is not called what it says, and a sample is replaced by what is typed', async () => {
  const user = userEvent.setup()
  const named = text('name', { name: '宠物名字', text: '豆豆' })
  const design = designOf([named, text('other', { name: '生日快乐', text: '生日快乐', left: 450 })])
  const changed = design.layers.map((layer) => (layer.uuid === 'other' ? { ...layer, name: '我的', text: '我的' } : layer))
  const session = openSession({ id: 1, secret: 'x'.repeat(43) }, { ...design, layers: changed })
  const designKey = { id: 1, secret: '' }
  const props = { token: '0'.repeat(32), designKey, session, onMenu: nothing, onChangeCase: nothing, onDone: nothing }
  render(<Editor link={openLink} {...props} onGone={nothing} />)
  const [sample, own] = [screen.getByRole('textbox', { name: '宠物名字' }), screen.getByRole('textbox', { name: '文字' })]
  await user.click(sample)
  await user.keyboard('团团')
  await user.click(own)
  await user.keyboard('家')
  // Only texts that run over the case have a warning beside their field.
  expect(
    screen
      .getByText(/印不全/)
      .closest('li')
      ?.contains(own),
  ).toBe(true)
  expect([sample, own].map((field) => (field as HTMLInputElement).value)).toEqual(['团团', '我的家'])
  session.dispose()
})
