import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { customizationOf } from '../../../../contract/test/orders'
import type { Customization, RenderingComparison } from '../../../../contract/types'
import { fakeApi } from '../../../api/test/fake-api'
import { renderScreen } from '../../../api/test/render-screen'
import { RenderingDialog } from './rendering-dialog'

const drawn = { version: 2, width: 900, height: 1800, newPicture: 'data:,new', meanDifference: 0, differingPercent: 0 }
const old = { width: 900, height: 1800, picture: 'data:,old', differencePicture: 'data:,white' }

/** Opens the dialog of a customization, and returns the requests that write. */
async function open(designLock: Customization['designLock'], comparison: RenderingComparison) {
  const { api, writes } = fakeApi({ customizations: { compare: comparison, render: { version: 2 } } })
  const customization = customizationOf(7, { version: 2, designLock })
  const { user } = renderScreen(<RenderingDialog visible customization={customization} onClose={() => undefined} />, { api })
  const words = await screen.findByRole('status')
  return { words: words.textContent, use: screen.getByRole<HTMLButtonElement>('button', { name: '使用新图' }), user, writes }
}

describe('重新生成 of a customized image', () => {
  test.each([
    { designLock: 'charged', words: '不再扣点' },
    { designLock: 'pushed', words: '不再扣点' },
    { designLock: null, words: '丢失了' },
  ] as const)('重新生成 offers the new picture where the old file is lost, locked or not ($designLock)', async (row) => {
    const { words, use, user, writes } = await open(row.designLock, { ...drawn, old: null })
    expect(words).toContain(row.words)
    expect(screen.getAllByRole('img').map((img) => img.getAttribute('alt'))).toEqual(['新图'])
    await user.click(use)
    await waitFor(() => expect(writes()).toContain('POST /api/customizations/7/renderings {"version":2}'))
  })

  test.each([
    { designLock: 'charged', words: '已下载（扣点）', disabled: true },
    { designLock: 'pushed', words: '已推送到工厂', disabled: true },
    { designLock: null, words: '看不出差别', disabled: false },
  ] as const)('重新生成 says what holds while the old file exists ($designLock)', async ({ designLock, words, disabled }) => {
    const shown = await open(designLock, { ...drawn, old })
    expect(shown.words).toContain(words)
    expect(shown.use.disabled).toBe(disabled)
    expect(screen.getAllByRole('img').map((img) => img.getAttribute('alt'))).toEqual(['原图', '新图', '差别'])
  })
})
