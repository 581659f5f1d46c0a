/** The batch preview, whose code comes when it is first needed. */
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import type Preview from '../../../template-tools/batch/batch-preview'
import { Drawer } from '../../../ui/drawer'
import { lazyScreen } from '../../../ui/lazy-screen'
import { useKeptOnceNeeded } from '../../../ui/use-kept-while-closing'

type PreviewProps = ComponentProps<typeof Preview>

/** What stands in the preview's place while its code is on its way or did not come. */
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
  /** A template is ticked, so the preview may be asked for next: its code is loaded ahead. */
  readonly expected: boolean
}

/** 批量预览. It stays once it was needed, so that closing can still be animated. */
export function BatchPreview({ expected, ...props }: BatchPreviewProps) {
  const needed = useKeptOnceNeeded(props.templates !== null)
  useEffect(() => {
    // A failure is shown when the preview is opened, which loads the code again.
    if (expected) void loadPreview().catch(() => undefined)
  }, [expected])
  return needed && <LazyPreview {...props} />
}
