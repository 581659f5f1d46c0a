import { Button, Spin } from '@arco-design/web-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { VersionOrigin } from '../../../../contract/constants'
import { phoneNameOf } from '../../../../contract/rules/case-names'
import type { Customization } from '../../../../contract/types'
import { thumbnailUrl } from '../../../api/file-url'
import { orderKeys, versionsQuery } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { beijingMinute } from '../../../base/beijing-time'
import { FailureText, LoadError } from '../../../ui/failure-view'
import { Modal } from '../../../ui/modal'
import { toastSuccess } from '../../../ui/toast'
import { answerNames } from '../approvals/approval-answers'

interface VersionsDialogProps {
  readonly visible: boolean
  readonly customization: Customization
  readonly onClose: () => void
}

const originNames: Readonly<Record<VersionOrigin, string>> = {
  order: '随订单而来',
  correction: '修改设计',
  rendering: '重新生成',
  restored: '恢复旧版本',
}

/** Lists the versions of a customization's design; an earlier one can be made the present one again. */
export function VersionsDialog({ visible, customization, onClose }: VersionsDialogProps) {
  const api = useApi()
  const queries = useQueryClient()
  const { id, version, designLock } = customization
  const versions = useQuery({ ...versionsQuery(api, id, version), enabled: visible })
  const restore = useMutation({
    mutationFn: (earlier: number) =>
      api.customizations.restore({ params: { id }, body: { version, restore: earlier } }, { quiet: true }),
    onSuccess: async (_, earlier) => {
      await queries.invalidateQueries({ queryKey: orderKeys.all })
      toastSuccess(`已恢复第 ${earlier} 版`)
    },
  })
  return (
    <Modal visible={visible} title={`「${phoneNameOf(customization)}」的历史版本`} footer={null} onCancel={onClose}>
      {restore.isError && (
        <p role="alert" className="order-rendering-failure">
          没有恢复：
          <FailureText error={restore.error} />
        </p>
      )}
      {versions.data === undefined ? (
        versions.isError ? (
          <LoadError error={versions.error} onRetry={() => void versions.refetch()} />
        ) : (
          <Spin className="order-wait" tip="正在加载" />
        )
      ) : (
        <ol className="order-versions">
          {versions.data.map((one) => (
            <li key={one.version}>
              <span className={`order-list-picture${one.customizedImageUrl === null ? ' is-missing' : ' picture-box'}`}>
                {one.customizedImageUrl !== null && (
                  <img src={thumbnailUrl(one.customizedImageUrl, 100)} alt="" loading="lazy" decoding="async" />
                )}
              </span>
              <span className="order-list-words">
                <span className="order-list-phone">
                  第 {one.version} 版 · {originNames[one.origin]}
                </span>
                <span className="order-list-sku numeric">
                  {beijingMinute(one.at)}
                  {one.username !== null && ` · ${one.username}`}
                </span>
                {one.approvals.map(({ answer, username, at }) => (
                  <span key={at} className="order-list-sku numeric">
                    {answerNames[answer]} · {username} · {beijingMinute(at)}
                  </span>
                ))}
              </span>
              {one.isCurrent ? (
                <span className="order-list-sku">当前版本</span>
              ) : (
                <Button
                  size="small"
                  disabled={designLock !== null || restore.isPending}
                  loading={restore.isPending && restore.variables === one.version}
                  onClick={() => restore.mutate(one.version)}
                >
                  恢复
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </Modal>
  )
}
