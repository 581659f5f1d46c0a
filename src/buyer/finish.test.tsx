/** Tests what the last look says of places that have no photo of the buyer. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { cutout, image, text } from '../design/test/make'
import { openSession } from './design-session'
import { Finish } from './finish'
import { designOf, openLink } from './test/make'

afterEach(cleanup)
const nothing = () => undefined

function showFinish(...layers: Parameters<typeof designOf>[0]) {
  const session = openSession({ id: 1, secret: 'x'.repeat(43) }, designOf(layers))
  render(<Finish link={openLink} session={session} onBack={nothing} onMenu={nothing} />)
  screen.getByRole('checkbox').click()
}
const isSubmittable = () => !(screen.getByRole('button', { name: '提交' }) as HTMLButtonElement).disabled

test('a place for a cut-out without a photo is named, and nothing can be submitted', async () => {
  showFinish(cutout('head'))
  await screen.findByText(/还没有选照片：「人像照片」/)
  expect(isSubmittable()).toBe(false)
})

test('a sample picture that would be printed is named, and may be', async () => {
  showFinish(image('photo', { isUserUploadImage: true, locked: true, name: '合影' }))
  await screen.findByText(/「合影」还是款式里的示例图/)
  expect(isSubmittable()).toBe(true)
})

test('words that run over the case are named, and may be', async () => {
  showFinish(text('name', { name: '名字', left: -20, width: 200 }), text('other', { name: '日期', left: 20, width: 200 }))
  await screen.findByText(/^「名字」超出手机壳/)
  expect(isSubmittable()).toBe(true)
})
