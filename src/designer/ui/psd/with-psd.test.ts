import { expect, test, vi } from 'vitest'
import type { LocalFile } from '../../../../adapters/platform'
import { createCell } from '../../../../contract/ground/cell'
import type { UploadQueue } from '../upload-queue'
import { withPsd } from './with-psd'

test('a PSD opens its import whatever its name, and pictures go to the queue, one that is named like a PSD too', async () => {
  const psd = createCell<{ readonly file: LocalFile | null } | null>(null)
  const add = vi.fn<UploadQueue['add']>()
  const uploads = withPsd({ add } as Partial<UploadQueue> as UploadQueue, { psd })
  const file = (name: string, text: string): LocalFile => ({ name, blob: new Blob([text]) })
  const [poster, picture] = [file('海报.tmp', '8BPS\0\x01'), file('图.psd', 'GIF89a')]
  uploads.add([picture, poster], { replaces: 'a' })
  await expect.poll(() => psd.get()).toEqual({ file: poster })
  expect(add.mock.calls).toEqual([[[picture], { replaces: 'a' }]])
})
