/** Tests the figures of the dialog 添加治具: its drawing, its problems and what is saved. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../../api/test/fake-api'
import { renderScreen } from '../../../api/test/render-screen'
import JigDialog from './jig-dialog'

function open() {
  const bodies: unknown[] = []
  const { api } = fakeApi({
    jigs: {
      create: ({ body }) => {
        bodies.push(body)
        return { ...body, id: 1, updatedAt: 0 }
      },
    },
  })
  const bed = { widthMm: 300, heightMm: 420 }
  const { user } = renderScreen(<JigDialog visible jig={null} start={null} bed={bed} models={[]} onClose={() => undefined} />, {
    api,
    address: '/app/print_floor/machines',
  })
  return { bodies, user }
}

const figure = (name: string) => screen.getByLabelText(`第 1 组的${name}`)
/** A field of numbers takes its value when it loses the focus. */
function type(field: HTMLElement, text: string): void {
  fireEvent.change(field, { target: { value: text } })
  fireEvent.blur(field)
}

test('a new jig fills the bed, follows its figures, and says at once what is wrong', async () => {
  const { bodies, user } = open()
  await screen.findByRole('img', { name: '治具 300 × 420 mm，6 个工位' })
  type(figure('列数'), '2')
  await screen.findByRole('img', { name: '治具 300 × 420 mm，4 个工位' })
  type(figure('上下间距'), '100')
  await screen.findByText('工位 S1 和 S3 重叠，请检查尺寸和间距')
  await user.type(screen.getByLabelText('名称'), '四位')
  await user.click(screen.getByRole('button', { name: /^添\s?加$/ }))
  expect(bodies).toEqual([])
  await user.click(screen.getByRole('button', { name: '排满并居中' }))
  await screen.findByRole('img', { name: '治具 300 × 420 mm，6 个工位' })
  await user.click(screen.getByRole('button', { name: '加一个工位组' }))
  expect((await screen.findAllByText('工位 S1 和 S7 重叠，请检查尺寸和间距')).length).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: '删除工位组「工位组 2」' }))
  await user.click(screen.getByRole('button', { name: /^添\s?加$/ }))
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]).toMatchObject({ name: '四位', widthMm: 300, heightMm: 420, groups: [{ name: '通用', phoneModelIds: [] }] })
  expect((bodies[0] as { slots: unknown[] }).slots).toHaveLength(6)
})
