/** Whether previews are drawn with light, remembered on this machine. On by default. */
import { localValues } from '../../../adapters/storage/values'

const key = 'kejiang.previewLight'

export const isLightOn = (): boolean => localValues.getItem(key) !== 'off'

export const rememberLight = (isOn: boolean): boolean => localValues.setItem(key, isOn ? 'on' : 'off')
