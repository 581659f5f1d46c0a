/** Loads the batch preview's code and its phone ahead, once it may be opened. */
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { useApi } from '../../../api/services'
import type Preview from '../../../template-tools/batch/batch-preview'
import { readPreviewAhead } from '../../../template-tools/preview/read-ahead'
import type { PreviewPhone } from '../../../template-tools/preview/use-preview'
import { Drawer } from '../../../ui/drawer'
import { lazyScreen } from '../../../ui/lazy-screen'
import { useEverTrue } from '../../../ui/use-value-while-closing'

type PreviewProps = ComponentProps<typeof Preview>

/** Shown instead of the preview while its code loads or when it failed to load. */
function PreviewCover({ templates, onClose, children }: PreviewProps & { readonly children: ReactNode }) {
  return (
    <Drawer
      visible={templates !== null}
      placement="left"
      width="min(1160px, calc(100vw - 24px))"
      title="批量预览"
      footer={null}
      onCancel={onClose}
    >
      {children}
    </Drawer>
  )
}

const LazyPreview = lazyScreen(() => import('../../../template-tools/batch/batch-preview'), { Cover: PreviewCover })

interface BatchPreviewProps extends PreviewProps {
  /** A template is ticked, so the preview may be opened next. */
  readonly expected: boolean
  /** The phone it may be opened on; null where the ticked templates name none. */
  readonly phone: PreviewPhone | null
}

/** 批量预览. Once opened it stays mounted, so that closing can be animated. */
export function BatchPreview({ expected, phone, ...props }: BatchPreviewProps) {
  const needed = useEverTrue(props.templates !== null)
  const api = useApi()
  const queries = useQueryClient()
  const { phoneModelId = null, materialColorId = null } = phone ?? {}
  useEffect(() => {
    if (!expected) return
    void LazyPreview.preload()
    void readPreviewAhead(queries, api, { phoneModelId, materialColorId })
  }, [expected, queries, api, phoneModelId, materialColorId])
  return needed && <LazyPreview {...props} />
}
