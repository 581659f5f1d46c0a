/** Every mode of a link with every combination of its switches: the page shows no function that is off. */
import { screen } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { productMode } from '../contract/constants'
import { startOf } from '../contract/rules/buyer-rights'
import { image, text } from '../design/test/make'
import { openSession } from './design-session'
import { Editor } from './editor'
import { Start } from './start'
import { designOf, openLink } from './test/make'
import { act, cleanup, render } from './test/render'

const switches = ['imageUploadEnabled', 'stickerAssetEnabled', 'imageAssetEnabled', 'textEnabled', 'backgroundEnabled'] as const
const combinations = Array.from({ length: 32 }, (_, bits) =>
  Object.fromEntries(switches.map((name, at) => [name, (bits & (1 << at)) !== 0])),
) as Record<(typeof switches)[number], boolean>[]

const nothing = () => undefined
const isShown = (name: string | RegExp) => screen.queryAllByRole('button', { name }).length > 0

describe.each(Object.entries(productMode))('mode %s', (_, mode) => {
  test('the start page offers an empty design and templates as the mode says, with any switches', async () => {
    const user = userEvent.setup()
    for (const on of combinations) {
      // The server names only the templates that the mode offers.
      const { blank, templates } = startOf(mode)
      const link = { ...openLink, ...on, mode, templates: templates === 'none' ? [] : openLink.templates }
      render(<Start link={link} onBack={null} onDesigns={nothing} onBegin={async () => undefined} />)
      await user.click(screen.getByRole('button', { name: '小米 14' }))
      expect({ blank: isShown(/空白设计/), template: isShown('合影壳') }).toEqual({ blank, template: templates !== 'none' })
      cleanup()
    }
  })

  test('an open design offers exactly the functions that are switched on', () => {
    for (const on of combinations) {
      const design = designOf([
        image('photo', { isUserUploadImage: true, locked: true, name: '合影' }),
        text('name', { name: '名字' }),
      ])
      const session = openSession({ id: 1, secret: 'x'.repeat(43) }, design)
      const props = {
        token: '0'.repeat(32),
        designKey: { id: 1, secret: '' },
        session,
        onMenu: nothing,
        onChangeCase: nothing,
        onDone: nothing,
        onGone: nothing,
      }
      render(<Editor link={{ ...openLink, ...on, cutoutEnabled: on.imageUploadEnabled, mode }} {...props} />)
      const shown = {
        place: screen.queryByLabelText('选照片：合影') !== null,
        photo: screen.queryByLabelText('添加照片') !== null,
        assets: isShown('添加素材'),
        text: isShown('添加文字'),
      }
      act(() => screen.getByRole('button', { name: /^选择名字/ }).click())
      expect({ ...shown, words: screen.queryByRole('textbox', { name: '名字' }) !== null }).toEqual({
        place: on.imageUploadEnabled,
        photo: on.imageUploadEnabled,
        assets: on.stickerAssetEnabled || on.imageAssetEnabled || on.backgroundEnabled,
        text: on.textEnabled,
        words: on.textEnabled,
      })
      session.dispose()
      cleanup()
    }
  })
})
