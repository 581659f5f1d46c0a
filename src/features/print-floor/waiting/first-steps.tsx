import { Button } from '@arco-design/web-react'
import { IconCheckCircleFill } from '@arco-design/web-react/icon'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { AppContract } from '../../../../contract/contract'
import type { Reply } from '../../../../contract/core'
import { erpKeys } from '../../../api/queries/erp'
import { useApi } from '../../../api/services'
import { screens } from '../../../base/paths'
import { PrintPicture } from '../../../ui/empty-pictures'
import { LinkButton } from '../../../ui/link-button'
import { toastSuccess } from '../../../ui/toast'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'
import { attempt } from '../attempt'
import { useFloorChange } from '../use-floor-change'

interface FirstStepsProps {
  readonly counts: Reply<AppContract['printFloor']['counts']>
  readonly hasPrinter: boolean
  readonly hasJig: boolean
  readonly mayChange: boolean
}

interface StepProps {
  readonly number: number
  readonly title: string
  readonly text: string
  readonly isDone: boolean
  readonly children: ReactNode
}

function Step({ number, title, text, isDone, children }: StepProps) {
  return (
    <li className={isDone ? 'is-done' : ''}>
      <span className="first-step-mark numeric" aria-hidden="true">
        {isDone ? <IconCheckCircleFill /> : number}
      </span>
      <div>
        <h3>
          {title}
          {isDone && <span className="floor-line">（已完成）</span>}
        </h3>
        <p className="floor-line">{text}</p>
      </div>
      {!isDone && children}
    </li>
  )
}

/** Shown while nothing waits: the three steps to the first sheet, or that everything is in batches. */
export function FirstSteps({ counts: { isOpen, openBatches, states }, hasPrinter, hasJig, mayChange }: FirstStepsProps) {
  const api = useApi()
  const queries = useQueryClient()
  const change = useFloorChange()
  const [isOpening, setOpening] = useState(false)
  const open = useOneAtATime(async () => {
    setOpening(true)
    const isDone = await attempt('没有启用自有工厂', async () => {
      await api.printFloor.open({}, { quiet: true })
      await Promise.all([change(), queries.invalidateQueries({ queryKey: erpKeys.all })])
    })
    if (isDone) toastSuccess('自有工厂已启用，推送订单时可以选它')
    setOpening(false)
  })
  const isUsed = Object.values(states).some((count) => count > 0)
  const isSetUp = isOpen && hasPrinter && hasJig
  return (
    <div className="state-block first-steps">
      <div className="state-picture" aria-hidden="true">
        <PrintPicture />
      </div>
      <h2 className="state-title">{isUsed ? '没有等着打印的件' : '自己有打印机？从这里排版打印'}</h2>
      <p className="state-text">
        {isUsed
          ? openBatches > 0
            ? `都排进批次了，还有 ${openBatches} 个批次没有打印完。`
            : '推送到自有工厂的订单会出现在这里。'
          : '推送到自有工厂的每一件都会出现在这里：按治具排好版，生成带白墨的整版文件，打印后扫码包装发货。'}
      </p>
      {isUsed && openBatches > 0 && <LinkButton href={screens.printBatches({ open: 'true' })}>看批次</LinkButton>}
      {!(isUsed && isSetUp && openBatches > 0) && (
        <ol className="first-step-list">
          <Step
            number={1}
            title="启用自有工厂"
            text="推送订单时多一个“自有工厂”可选，不用 key，也不用绑定机型和材质。"
            isDone={isOpen}
          >
            {mayChange && (
              <Button type="primary" loading={isOpening} onClick={open}>
                启用自有工厂
              </Button>
            )}
          </Step>
          <Step
            number={2}
            title="设置打印机和治具"
            text="台面多大、用哪个打印配置、治具上有几个工位。"
            isDone={hasPrinter && hasJig}
          >
            {mayChange && (
              <LinkButton href={screens.printers()} secondary={!isOpen}>
                去设置
              </LinkButton>
            )}
          </Step>
          <Step number={3} title="把订单推送到自有工厂" text="在订单管理勾选订单，点推送到工厂，选自有工厂。" isDone={false}>
            <LinkButton href={screens.orders()} secondary={!isSetUp}>
              去推送订单
            </LinkButton>
          </Step>
        </ol>
      )}
    </div>
  )
}
