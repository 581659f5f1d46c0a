import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Platform } from '../../../../adapters/platform'
import { docOf, image } from '../../../../design/test/make'
import { createApi } from '../../../api/client'
import { ServicesProvider } from '../../../api/services'
import { template } from '../test/shop'
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
  const doc = docOf(image('a', { name: '主图' }))
  const layers = doc.layers.map((layer, index) => ({ ...layer, index, id: index + 1 }))
  const body = (path: string) =>
    path.startsWith('/api/design_templates/') ? { ...template(1, '海浪', null), ...doc, layers } : []
  const api = createApi(async ({ path }) => ({ status: 200, headers: {}, body: JSON.stringify(body(path)) }), {
    token: () => 't',
    onSessionEnded: () => {},
    onFailure: () => {},
  })
  const notes = ['部分效果已转成图片']
  const stored = { fileId: 7, url: '/files/7.svg', contentType: 'image/svg+xml', size: 9, width: 9, height: 9 }
  const uploadFile = vi
    .fn<Platform['uploadFile']>()
    .mockResolvedValueOnce({ ...stored, notes })
    .mockResolvedValue(stored)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ServicesProvider api={api} platform={{ uploadFile } as Partial<Platform> as Platform}>
        <ReplaceDialog templates={[template(1, '海浪', null)]} onApply={vi.fn()} onClose={vi.fn()} />
      </ServicesProvider>
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'], '图.svg', { type: 'image/svg+xml' })
  await user.upload(await screen.findByLabelText('上传图片'), svg)
  await screen.findByText('部分效果已转成图片')
  await user.upload(screen.getByLabelText('上传图片'), svg)
  await expect.poll(() => screen.queryByText('部分效果已转成图片')).toBeNull()
  expect(uploadFile).toHaveBeenCalledTimes(2)
})
