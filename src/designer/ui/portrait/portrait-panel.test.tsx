import { screen, within } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Platform } from '../../../../adapters/platform'
import { docOf } from '../../../../design/test/make'
import { fakeApi } from '../../../api/test/fake-api'
import { fakePlatform } from '../../../api/test/fake-platform'
import { renderScreen } from '../../../api/test/render-screen'
import { openDesigner } from '../../test/driver'
import { type Designer, DesignerProvider } from '../context'
import { PortraitPanel } from './portrait-panel'

const picture = (name: string) =>
  new File(
    ['\x89PNG\r\n\x1a\n'].map((text) => Uint8Array.from(text, (one) => one.charCodeAt(0))),
    name,
  )

function open(uploadFile: Platform['uploadFile']) {
  const { api } = fakeApi({
    cutoutPlaceholders: {
      list: [],
      create: ({ body }) => ({ ...body, id: 1, fileId: stored.fileId, width: stored.width, height: stored.height }),
    },
  })
  // The panel uses only the session of a designer until a picture is dragged.
  const designer = { session: openDesigner(docOf()).session } as Partial<Designer> as Designer
  renderScreen(
    <DesignerProvider value={designer}>
      <PortraitPanel />
    </DesignerProvider>,
    { api, platform: fakePlatform({ uploadFile }) },
  )
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never, applyAccept: false })
  const failures = async () => within(await screen.findByRole('list', { name: '没有上传成功' }))
  return { user, failures, choose: (file: File) => user.upload(screen.getByTestId('placeholder-files'), file) }
}

const stored = { fileId: 7, url: '/files/7.png', contentType: 'image/png', size: 8, width: 9, height: 9 }

test('a file that can never pass is offered another one in its place, and no retry', async () => {
  const uploadFile = vi.fn<Platform['uploadFile']>().mockResolvedValue(stored)
  const { user, failures, choose } = open(uploadFile)
  await choose(new File(['GIF89a'], '动图.png'))
  const list = await failures()
  list.getByText(/^动图\.png：不是支持的图片格式/)
  expect(list.queryByText('重试')).toBeNull()
  list.getByText('换一张')
  expect(uploadFile).not.toHaveBeenCalled()
  const [input] = list.getAllByLabelText('换一张图片代替「动图.png」')
  await user.upload(input as HTMLElement, picture('好.png'))
  await expect.poll(() => screen.queryByRole('list', { name: '没有上传成功' })).toBeNull()
  expect(uploadFile.mock.calls.map(([{ name }]) => name)).toEqual(['好.png'])
})

test('a file whose upload failed on its way is offered a retry, and no other file', async () => {
  const uploadFile = vi.fn<Platform['uploadFile']>().mockRejectedValueOnce(new Error('网络断开')).mockResolvedValue(stored)
  const { user, failures, choose } = open(uploadFile)
  await choose(picture('好.png'))
  const list = await failures()
  list.getByText('好.png：网络断开')
  expect(list.queryByText('换一张')).toBeNull()
  await user.click(list.getByRole('button', { name: '重试「好.png」' }))
  await expect.poll(() => screen.queryByRole('list', { name: '没有上传成功' })).toBeNull()
  expect(uploadFile.mock.calls.map(([{ name }]) => name)).toEqual(['好.png', '好.png'])
})
