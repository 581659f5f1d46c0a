import { Button } from '@arco-design/web-react'
import { IconBrush } from '@arco-design/web-react/icon'
import { caseNameOf } from '../../../../contract/rules/case-names'
import { confirm } from '../../../ui/confirm'
import { useTaskStore, useTasks } from '../../../ui/task-context'
import { toastHint } from '../../../ui/toast'
import { customizationsOf } from '../order-facts'
import type { Picks } from '../use-picks'
import { type RenderInput, renderKind, renderScope } from './render-kind'

/** Draws the print files of the ticked items again, as a task. */
export function RenderButton({ picked }: Pick<Picks, 'picked'>) {
  const store = useTaskStore()
  const isBusy = useTasks(renderScope).some(({ state }) => state !== 'ended')
  const start = async () => {
    const ticked = customizationsOf(picked.map(({ item }) => item))
    const changeable = ticked.filter(({ hasDesign, designLock }) => hasDesign && designLock === null)
    if (changeable.length === 0) {
      toastHint('勾选的商品里没有可以重新生成的定制图：没有设计图层，或已下载、已推送')
      return
    }
    const left = ticked.length - changeable.length
    const content = `按设计图层重新生成，看得出差别的换成新图（原图保留在历史版本里），没有差别的不变。${
      left > 0 ? `另有 ${left} 张没有设计图层，或已下载、已推送，保持不变。` : ''
    }`
    if (!(await confirm({ title: `重新生成 ${changeable.length} 张定制图？`, content, okText: '重新生成' }))) return
    store.start<RenderInput>({
      kind: renderKind,
      title: `重新生成 ${changeable.length} 张定制图`,
      scope: renderScope,
      items: changeable.map((one) => ({ key: String(one.id), name: caseNameOf(one), input: { customizationId: one.id } })),
    })
  }
  return (
    <Button icon={<IconBrush />} title="按设计图层重新生成定制图" loading={isBusy} onClick={() => void start()}>
      重新生成
    </Button>
  )
}
