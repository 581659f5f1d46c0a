/** Phones of Honor. Sizes in mm; what is guessed of them is in types.ts. */
import { circle, pill, quad, triple } from '../cameras'
import { hot, libraryBrand, phone, unchecked } from '../types'

export const honor = libraryBrand(
  '荣耀',
  ['HONOR'],
  [
    phone('荣耀 400 Pro', '2025-05', [76.1, 160.8, 8.1], 11, triple(5, 5, 42), hot),
    phone('荣耀 400', '2025-05', [74.6, 156.5, 7.3], 11, triple(5, 5, 38), hot),
    phone('荣耀 300 Pro', '2024-12', [75.3, 163.8, 8.2], 10, triple(5, 5, 38), unchecked),
    phone('荣耀 300', '2024-12', [74.2, 161, 7], 10, pill(5.5, 5.5, 21, 40, 2), unchecked),
    phone('Magic7 Pro', '2024-10', [77.1, 162.7, 8.8], 11.5, circle(38.55, 28, 21), hot),
    phone('荣耀 200 Pro', '2024-05', [75.2, 163.3, 8.2], 10, pill(5.5, 5.5, 24, 44, 3), hot),
    phone('荣耀 200', '2024-05', [74.6, 161.5, 7.7], 10, pill(5.5, 5.5, 23, 42, 3), hot),
    phone('Magic6 Pro', '2024-01', [75.8, 162.5, 8.9], 11, circle(37.9, 28, 21.5), hot),
    phone('荣耀 X50', '2023-07', [75.5, 163.6, 8], 9.5, circle(37.75, 26, 19), hot),
    phone('荣耀 90', '2023-05', [74.1, 161.9, 7.8], 9.5, pill(5.5, 5.5, 20, 42, 2)),
    phone('Magic5 Pro', '2023-03', [76.7, 162.9, 8.8], 10, circle(38.35, 27, 20.5)),
    phone('荣耀 70', '2022-05', [73.3, 161.4, 7.9], 9, pill(6, 6, 19, 42, 2)),
    phone('荣耀 50', '2021-06', [73.8, 160, 7.8], 9, quad(5, 5, 28)),
  ],
)
