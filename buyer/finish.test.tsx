/** Tests the texts of the last screen about layers without a photo of the buyer, and about designs that cannot be submitted as they are. */
import { screen } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { BuyerDesign } from '../contract/types'
import { cutout, image, text } from '../design/test/make'
import { BuyerError } from './api'
import { forgetDraft, openSession } from './design-session'
import { Finish } from './finish'
import { designOf, openLink } from './test/make'
import { cleanup, render } from './test/render'

afterEach(() => {
  cleanup()
  forgetDraft(1)
  vi.unstubAllGlobals()
})
const nothing = () => undefined

function showFinish(...layers: Parameters<typeof designOf>[0]) {
  const session = openSession({ id: 1, secret: 'x'.repeat(43) }, designOf(layers))
  render(
    <Finish
      link={openLink}
      session={session}
      onBack={nothing}
      onMenu={nothing}
      onReturn={nothing}
      onCopy={null}
      onGone={nothing}
    />,
  )
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

test('words that stand at the very edge of the case are named, and may be', async () => {
  showFinish(text('name', { name: '名字', left: 0, width: 200 }), text('other', { name: '日期', left: 60, top: 200, width: 200 }))
  await screen.findByText(/^「名字」贴着手机壳的边缘/)
  expect(isSubmittable()).toBe(true)
})

/** Shows a design whose calls are answered by status and error code; 'offline' answers nothing. */
function showAnswered(change: Partial<BuyerDesign>, answer: (method: string, address: string) => object | 'offline') {
  const design = { ...designOf([image('photo')]), ...change }
  vi.stubGlobal('fetch', async (address: string, { method }: { method: string }) => {
    const body = answer(method, address)
    if (body === 'offline') throw new TypeError('Failed to fetch')
    return Response.json(body, { status: 'code' in body && 'message' in body ? 409 : 200 })
  })
  const session = openSession({ id: 1, secret: 'x'.repeat(43) }, design)
  render(
    <Finish
      link={openLink}
      session={session}
      onBack={nothing}
      onMenu={nothing}
      onReturn={nothing}
      onCopy={null}
      onGone={nothing}
    />,
  )
  return { session, design }
}

test('a submitted design whose change did not reach the server is not said to be submitted', async () => {
  const { session } = showAnswered({ status: 'submitted', submittedRevision: 1 }, () => 'offline')
  screen.getByRole('heading', { name: '设计已提交' })
  const { doc } = session.state.get()
  session.change({ ...doc, layers: doc.layers.map((layer) => ({ ...layer, left: 77 })) }, '移动')
  await session.flush()
  expect(session.state.get().save).toBe('offline')
  await screen.findByRole('heading', { name: '重新提交设计' })
  expect(screen.queryByRole('heading', { name: '设计已提交' })).toBeNull()
  session.dispose()
})

test('a design that another page saved since is not submitted: this screen asks which of the two is meant', async () => {
  const user = userEvent.setup()
  const theirs = { ...designOf([image('photo', { left: 55 })]), revision: 2 }
  const { session } = showAnswered({}, (method) =>
    method === 'POST' ? { code: 'stale-revision', message: '这个设计在另一处修改过，请选择保留哪一个' } : theirs,
  )
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: '提交' }))
  await user.click(await screen.findByRole('button', { name: '用另一处的' }))
  expect(session.state.get()).toMatchObject({ save: 'saved', design: { revision: 2 }, doc: { layers: [{ left: 55 }] } })
  expect(isSubmittable()).toBe(true)
  session.dispose()
})

test('a design whose production began meanwhile is shown as it is made', async () => {
  const user = userEvent.setup()
  const lockText = '已开始制作，如需修改请联系客服'
  const { session } = showAnswered({}, (method) =>
    method === 'POST' ? { code: 'conflict', message: lockText } : { ...designOf([image('photo')]), lockText },
  )
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: '提交' }))
  await screen.findByRole('heading', { name: lockText })
  session.dispose()
})

test('a submitted design is copied for another case, and words say why where that fails', async () => {
  const user = userEvent.setup()
  const onCopy = vi.fn(async () => {
    throw new BuyerError('conflict', '定制链接已经结束')
  })
  const session = openSession(
    { id: 1, secret: 'x'.repeat(43) },
    {
      ...designOf([image('photo')]),
      status: 'submitted',
      submittedRevision: 1,
    },
  )
  const shown = { link: openLink, session, onBack: nothing, onMenu: nothing, onReturn: nothing, onGone: nothing }
  const { rerender } = render(<Finish {...shown} onCopy={onCopy} />)
  await user.click(screen.getByRole('button', { name: '再来一单' }))
  expect((await screen.findByRole('alert')).textContent).toBe('定制链接已经结束')
  expect(onCopy).toHaveBeenCalledOnce()
  rerender(<Finish {...shown} onCopy={null} />)
  expect(screen.queryByRole('button', { name: '再来一单' })).toBeNull()
  session.dispose()
})
