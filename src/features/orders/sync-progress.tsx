import { Button, Spin } from '@arco-design/web-react'
import { IconCloseCircleFill } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { DialogFoot } from '../../ui/dialog-foot'
import { Modal } from '../../ui/modal'
import { failureOf, progressText } from './sync-texts'
import type { OngoingSync, Syncs } from './use-sync'
import './sync.css'

interface SyncProgressProps {
  readonly syncs: Syncs
  /** 晨曦手机壳（淘宝） */
  readonly shopOf: (shopId: number) => string
  readonly onRetry: (shopId: number) => void
}

function SyncLine({ sync, shop }: { readonly sync: OngoingSync; readonly shop: string }) {
  const text = sync.unreachable
    ? '暂时问不到进度，服务器上仍在继续，恢复后自动更新'
    : progressText(sync.task ?? { fetched: 0, created: 0, updated: 0 })
  return (
    <div className="orders-sync-line">
      <Spin size={14} />
      <span className="orders-sync-shop">正在同步「{shop}」的订单</span>
      <span className="numeric" role="status">
        {text}
      </span>
    </div>
  )
}

/** Shows running syncs above the list, and a dialog 同步失败 with the cause when one has failed. */
export function SyncProgress({ syncs, shopOf, onRetry }: SyncProgressProps) {
  const { ongoing, failed, dismiss } = syncs
  // Keep the failed sync, so that the dialog does not lose its text while it fades out.
  const [shownFailure, setShownFailure] = useState<OngoingSync | null>(null)
  if (failed !== null && failed.taskId !== shownFailure?.taskId) setShownFailure(failed)
  const close = () => {
    if (failed !== null) dismiss(failed.taskId)
  }
  return (
    <>
      {ongoing.length > 0 && (
        <section className="orders-sync" aria-label="订单同步">
          {ongoing.map((sync) => (
            <SyncLine key={sync.taskId} sync={sync} shop={shopOf(sync.shopId)} />
          ))}
        </section>
      )}
      <Modal
        visible={failed !== null}
        title={
          <span className="orders-failed-title">
            <IconCloseCircleFill />
            同步失败
          </span>
        }
        onCancel={close}
        footer={
          <DialogFoot onClose={close}>
            <Button
              type="primary"
              onClick={() => {
                close()
                if (shownFailure !== null) onRetry(shownFailure.shopId)
              }}
            >
              重新同步
            </Button>
          </DialogFoot>
        }
      >
        {shownFailure?.task && (
          <p className="orders-dialog-text">
            「{shopOf(shownFailure.shopId)}」的订单没有同步完：{failureOf(shownFailure.task)}
          </p>
        )}
      </Modal>
    </>
  )
}
