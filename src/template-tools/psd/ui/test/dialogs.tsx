/** Shared setup of both PSD dialog tests: a seller, and a platform that takes uploads. */
import { screen, waitFor, within } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { fakePlatform } from '../../../../api/test/fake-platform'
import type { BoardScript } from '../../test/psds'

export type Files = ReadonlyMap<File, readonly BoardScript[] | Error>

export const psdFile = (name: string) => new File(['8BPS'], name, { type: '' })

/** A platform that takes uploads and fails as often as it is told to. */
export function uploadPlatform() {
  const sent: string[] = []
  const state = { failuresLeft: 0, slow: false }
  const platform = fakePlatform({
    ready: async () => ({ environment: 'mock', version: '', capabilities: new Set(), maxFileBytes: 1_000_000 }),
    async uploadFile({ blob }, _kind, { signal } = {}) {
      if (state.slow) {
        await new Promise((resolve) => signal?.addEventListener('abort', resolve))
        throw new Error('取消操作')
      }
      if (state.failuresLeft-- > 0) throw new Error('网络断开，请重试')
      const fileId = sent.push(await blob.text())
      const { size, type } = blob
      return { fileId, url: `/files/${fileId}.png`, contentType: type, size, width: 100, height: 100 }
    },
  })
  return { platform, sent, state }
}

export const seller = () =>
  userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never, applyAccept: false })
export const fileInput = () => screen.getByLabelText('选择PSD文件', { selector: 'input' })
export const failure = async () => {
  const title = await screen.findByText('导入失败', { exact: true })
  const dialog = title.closest<HTMLElement>('[role=dialog]')
  if (!dialog) throw new Error('导入失败 is no dialog')
  return within(dialog)
}
export const findShown = (text: string) => waitFor(() => within(document.body).getByText(text))

export const boards: readonly BoardScript[] = [
  { name: '正面', layers: [{ name: '底' }, { name: '字' }], report: [{ name: '底' }, { name: '字' }] },
  {
    name: '背面',
    layers: [{ name: '星' }],
    report: [{ name: '星', looksDifferent: true, reasons: ['图层样式（光泽）无法显示，没有导入'] }],
    merged: true,
  },
]
