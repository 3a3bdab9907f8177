'use client';

import { createContext, useContext } from 'react';

export type PictureName = 'sprig' | 'rain' | 'letter';

const Pictures = createContext<Partial<Record<PictureName, React.ReactNode>>>({});

interface EntryPicturesProps {
  pictures: Record<PictureName, React.ReactNode>;
  children: React.ReactNode;
}

/**
 * Provides the pictures of the log-in pages. The server renders them, so that scripts do not contain their
 * shapes.
 */
export function EntryPictures({ pictures, children }: EntryPicturesProps) {
  return <Pictures.Provider value={pictures}>{children}</Pictures.Provider>;
}

export function Picture({ name }: { name: PictureName }) {
  return useContext(Pictures)[name];
}
