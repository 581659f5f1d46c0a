/** Loads the batch preview's code when it is first needed. */
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import type Preview from '../../../template-tools/batch/batch-preview'
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

const loadPreview = () => import('../../../template-tools/batch/batch-preview')
const LazyPreview = lazyScreen(loadPreview, { Cover: PreviewCover })

interface BatchPreviewProps extends PreviewProps {
  /** A template is ticked, so the preview may be opened next: its code is loaded ahead. */
  readonly expected: boolean
}

/** 批量预览. Once opened it stays mounted, so that closing can be animated. */
export function BatchPreview({ expected, ...props }: BatchPreviewProps) {
  const needed = useEverTrue(props.templates !== null)
  useEffect(() => {
    // Ignored here: opening the preview loads the code again and shows a failure.
    if (expected) void loadPreview().catch(() => undefined)
  }, [expected])
  return needed && <LazyPreview {...props} />
}
