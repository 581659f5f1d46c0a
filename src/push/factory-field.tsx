import { Alert, Button, Select, Skeleton } from '@arco-design/web-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import type { Factory } from '../../contract/types'
import { usePlatform } from '../api/services'
import { asideOf } from '../base/aside-window'
import { screens } from '../base/paths'
import { FailureText } from '../ui/failure-view'
import { toastFailure } from '../ui/toast'

/** Returns the factories that the program still lists. */
export const availableFactories = (factories: readonly Factory[]): readonly Factory[] => factories.filter(({ gone }) => !gone)

interface FactoryFieldProps {
  readonly factories: Pick<UseQueryResult<readonly Factory[]>, 'data' | 'error' | 'isFetching' | 'refetch'>
  readonly value: number | null
  readonly disabled: boolean
  /** The seller tried to continue without choosing a factory. */
  readonly isMissing: boolean
  readonly onChange: (factoryId: number) => void
}

/** Opens a screen of the back office in another window, so that this dialog stays open. */
export function ScreenLink({ path, children }: { readonly path: string; readonly children: string }) {
  const platform = usePlatform()
  return (
    <Button
      type="text"
      size="small"
      onClick={() =>
        void platform
          .openLink(asideOf(path))
          .catch((error: unknown) => toastFailure(error instanceof Error ? error.message : '页面没有打开'))
      }
    >
      {children}
    </Button>
  )
}

/** 工厂: chooses the factory that makes the cases. */
export function FactoryField({ factories, value, disabled, isMissing, onChange }: FactoryFieldProps) {
  const id = useId()
  const { data, error } = factories
  if (data === undefined) {
    if (error === null) return <Skeleton text={{ rows: 1 }} animation aria-label="正在加载工厂" />
    return (
      <Alert
        type="error"
        title="没有读取到工厂"
        content={<FailureText error={error} />}
        action={
          <Button size="mini" loading={factories.isFetching} onClick={() => void factories.refetch()}>
            重试
          </Button>
        }
      />
    )
  }
  if (availableFactories(data).length === 0) {
    return (
      <Alert
        type="warning"
        title="还没有可以推送的工厂"
        content="先在「工厂对接」填写工厂给的 key，同步工厂，并绑定机型和材质，再回来推送。"
        action={<ScreenLink path={screens.factories.path}>去工厂对接</ScreenLink>}
      />
    )
  }
  return (
    <div className={`push-factory${isMissing ? ' arco-form-item-status-error' : ''}`}>
      <label htmlFor={id}>工厂</label>
      <Select
        id={id}
        aria-label="工厂"
        aria-invalid={isMissing}
        status={isMissing ? 'error' : undefined}
        placeholder="请选择工厂"
        disabled={disabled}
        {...(value !== null && { value })}
        onChange={onChange}
        options={data.map((one) => ({
          value: one.id,
          label: one.gone ? `${one.name}（工厂程序里已没有）` : one.name,
          disabled: one.gone,
        }))}
      />
      {isMissing && (
        <span className="push-problem" role="alert">
          必须选择工厂
        </span>
      )}
    </div>
  )
}
