import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { skuRow } from '../../../contract/test/catalogue'
import { fakeApi, Refusal } from '../../api/test/fake-api'
import { renderScreen } from '../../api/test/render-screen'
import { useShelf } from './mutations'
import type { WireframeRow } from './rows'

function Switch() {
  const shelf = useShelf({ key: '7-9' } as WireframeRow)
  return (
    <button type="button" onClick={() => shelf.mutate(true)}>
      上架
    </button>
  )
}

test('a switch of the shelf says 操作成功 once the server has done it, and nothing when it refuses', async () => {
  const { api, failing, dialogs } = fakeApi(
    { phoneCaseSkus: { update: skuRow({ enabled: true }) } },
    { failing: { 'phoneCaseSkus.update': new Refusal('invalid', '请先上传线框图') } },
  )
  const { user } = renderScreen(<Switch />, { api })
  await user.click(screen.getByRole('button', { name: '上架' }))
  await expect.poll(() => dialogs).toEqual(['请先上传线框图'])
  expect(screen.queryByText('操作成功')).toBeNull()
  failing.clear()
  await user.click(screen.getByRole('button', { name: '上架' }))
  await screen.findByText('操作成功')
})
