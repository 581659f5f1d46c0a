import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Platform } from '../../../../adapters/platform'
import { templateRow } from '../../../../contract/test/templates'
import { docOf, image } from '../../../../design/test/make'
import { templateOf } from '../../../../design/test/template'
import { fakeApi } from '../../../api/test/fake-api'
import { fakePlatform } from '../../../api/test/fake-platform'
import { renderScreen } from '../../../api/test/render-screen'
import { ReplaceDialog } from './replace-dialog'

/** The test's page loads no pictures. */
class LoadedImage {
  naturalWidth = 9
  naturalHeight = 9
  onload = () => {}
  set src(_: string) {
    queueMicrotask(() => this.onload())
  }
}
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a note tells what an uploaded picture lost, and goes away with the next one that lost nothing', async () => {
  vi.stubGlobal('Image', LoadedImage)
  const { api } = fakeApi({
    templates: { get: templateOf(docOf(image('a', { name: '主图' }))) },
    designAssetCollections: { list: [] },
  })
  const notes = ['部分效果已转成图片']
  const stored = { fileId: 7, url: '/files/7.svg', contentType: 'image/svg+xml', size: 9, width: 9, height: 9 }
  const uploadFile = vi
    .fn<Platform['uploadFile']>()
    .mockResolvedValueOnce({ ...stored, notes })
    .mockResolvedValue(stored)
  const { user } = renderScreen(
    <ReplaceDialog templates={[templateRow({ name: '海浪' })]} onApply={vi.fn()} onClose={vi.fn()} />,
    { api, platform: fakePlatform({ uploadFile }) },
  )
  const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'], '图.svg', { type: 'image/svg+xml' })
  await user.upload(await screen.findByLabelText('上传图片'), svg)
  await screen.findByText('部分效果已转成图片')
  await user.upload(screen.getByLabelText('上传图片'), svg)
  await expect.poll(() => screen.queryByText('部分效果已转成图片')).toBeNull()
  expect(uploadFile).toHaveBeenCalledTimes(2)
})
