/** Phones of vivo and iQOO. Sizes in mm; what is guessed of them is in types.ts. */
import { circle, columns, pill, quad } from '../cameras'
import { hot, libraryBrand, phone, unchecked } from '../types'

export const vivo = libraryBrand(
  'vivo',
  ['维沃', '步步高'],
  [
    phone('X300 Pro', '2025-10', [75.5, 161.2, 8], 12, circle(37.75, 27.5, 21.5), hot),
    phone('X300', '2025-10', [71.9, 150.6, 8], 12, circle(35.95, 25.5, 20), { ...hot, ...unchecked }),
    phone('X200 Ultra', '2025-04', [76.8, 163.1, 8.7], 10.5, circle(38.4, 28.5, 23)),
    phone('S20', '2024-11', [74.7, 160.4, 7.2], 10, pill(5.5, 5.5, 21, 44, 2), unchecked),
    phone('X200 Pro', '2024-10', [76, 162.4, 8.2], 10.5, circle(38, 27.5, 22), hot),
    phone('X200 Pro mini', '2024-10', [71.8, 150.8, 8.2], 10.5, circle(35.9, 25.5, 20), hot),
    phone('X200', '2024-10', [74.8, 160.3, 8], 10.5, circle(37.4, 27, 21), hot),
    phone('S19', '2024-05', [74.9, 163.8, 7.2], 9.5, pill(5.5, 5.5, 22, 44, 2), unchecked),
    phone('X100 Ultra', '2024-05', [75.6, 164.1, 9.2], 10, circle(37.8, 28.5, 23)),
    phone('X100 Pro', '2023-11', [75.3, 164.1, 8.9], 10, circle(37.65, 28, 21.5), hot),
    phone('X100', '2023-11', [75.2, 164.1, 8.5], 10, circle(37.6, 28, 21), hot),
    phone('X90 Pro+', '2022-11', [75.3, 164.4, 9.7], 9.5, circle(37.65, 28, 22)),
    phone('X90 Pro', '2022-11', [74.5, 164.1, 9.3], 9.5, circle(37.25, 27.5, 21)),
    phone('X90', '2022-11', [74.4, 164.1, 8.5], 9.5, circle(37.2, 27.5, 21)),
    phone('X80 Pro', '2022-04', [75.3, 164.6, 9.1], 9, quad(5, 5, 38)),
    phone('X80', '2022-04', [75.2, 165, 8.3], 9, quad(5, 5, 36)),
  ],
)

export const iqoo = libraryBrand(
  'iQOO',
  ['爱酷'],
  [
    phone('iQOO 15', '2025-10', [76.8, 163.7, 8.1], 11.5, quad(4.5, 4.5, 36), hot),
    phone('iQOO Neo10', '2024-11', [75.4, 162.9, 8], 10, pill(5.5, 5.5, 20, 40, 2), { ...hot, ...unchecked }),
    phone('iQOO 13', '2024-10', [76.7, 163.4, 8], 10.5, quad(4.5, 4.5, 36), hot),
    phone('iQOO Neo9 Pro', '2023-12', [75.7, 163.5, 8.3], 9.5, columns(5, 5, 26, 42)),
    phone('iQOO Neo9', '2023-12', [75.7, 163.5, 8.3], 9.5, columns(5, 5, 26, 42)),
    phone('iQOO 12', '2023-11', [75.9, 163.2, 8.1], 9.5, quad(4.5, 4.5, 38), hot),
    phone('iQOO Neo8', '2023-05', [77, 164.7, 8.5], 9.5, columns(5, 5, 26, 42)),
    phone('iQOO 11', '2022-12', [77.1, 164.9, 8.4], 9.5, columns(5, 5, 34, 42)),
    phone('iQOO Neo7', '2022-10', [77, 164.8, 8.6], 9.5, columns(5, 5, 26, 42)),
  ],
)
