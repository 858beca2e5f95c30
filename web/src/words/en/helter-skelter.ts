export const helterSkelter = {
} as const;
