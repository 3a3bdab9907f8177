import { useEffect, useRef, useState } from 'react';

export type CameraFault = 'denied' | 'missing';

/** The thin bars of a courier's label need more dots than the picture that browsers choose. */
const WANTED: MediaTrackConstraints = {
  facingMode: 'environment',
  width: { ideal: 1280 },
  height: { ideal: 720 },
};

interface TorchTrack {
  track: MediaStreamTrack;
  isOn: boolean;
}

const stop = (stream: MediaStream | null) => stream?.getTracks().forEach((track) => track.stop());

/** Shows the camera at the back in a video while its part of the page is open. Tells why it cannot, and turns its light on. */
export function useCamera() {
  const video = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState<CameraFault | null>(null);
  const [torch, setTorch] = useState<TorchTrack | null>(null);
  useEffect(() => {
    let isGone = false;
    let stream: MediaStream | null = null;
    const begin = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: WANTED });
        if (isGone || !video.current) return stop(stream);
        video.current.srcObject = stream;
        await video.current.play();
      } catch (error) {
        stop(stream);
        const isDenied = error instanceof DOMException && error.name === 'NotAllowedError';
        if (!isGone) setFault(isDenied ? 'denied' : 'missing');
        return;
      }
      const [track] = stream.getVideoTracks();
      // Older browsers do not tell what a camera can do.
      if (track && 'getCapabilities' in track && 'torch' in track.getCapabilities())
        setTorch({ track, isOn: false });
    };
    void begin();
    return () => {
      isGone = true;
      stop(stream);
    };
  }, []);
  const switchTorch = () => {
    if (!torch) return;
    const isOn = !torch.isOn;
    const advanced = [{ torch: isOn } as MediaTrackConstraintSet];
    // A light that the phone refuses stays as it is.
    void torch.track.applyConstraints({ advanced }).then(
      () => setTorch({ ...torch, isOn }),
      () => undefined,
    );
  };
  return { video, fault, isLit: torch?.isOn ?? null, switchTorch };
}
